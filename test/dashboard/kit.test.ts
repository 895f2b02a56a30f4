/** Small parts of the page, without a browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { counted, figures } from '../../relay/dashboard/page/kit/lists/counts.ts';
import { problemsOf } from '../../relay/dashboard/page/kit/forms/problems.ts';
import { refuse } from '../../shared/kernel/refusal.ts';

test('DSH-4 a refusal stands at the field that it is about, and otherwise below all of them', () => {
  const fields = ['title', 'files'] as const;
  const about = (field?: string) =>
    problemsOf(refuse('ValidationError', 'No.', field === undefined ? {} : { field }), fields);
  assert.equal(about('title'), { title: 'No.', files: '', elsewhere: '' });
  assert.equal(about('files.3'), { title: '', files: 'No.', elsewhere: '' });
  for (const field of ['filesystem', 'elsewhere', 'toString', undefined])
    assert.equal(about(field), { title: '', files: '', elsewhere: 'No.' }, field);
  assert.equal(problemsOf(undefined, fields), { title: '', files: '', elsewhere: '' });
});

test('DSH-6 counts are said in words', () => {
  assert.is(counted(1, 'file'), '1 file');
  assert.is(counted(0, 'file'), '0 files');
  assert.is(counted(2_000, 'file'), '2,000 files');
  assert.is(figures(1_234_567), '1,234,567');
});

test.run();
