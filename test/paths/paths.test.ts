import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';

const outside = [
  '/etc/passwd',
  '\\\\server\\share\\a.ts',
  'C:\\work\\a.ts',
  'c:/work/a.ts',
  '../other/a.ts',
  'src/../../a.ts',
  'src\\..\\..\\a.ts',
  'src/a\0.ts',
  'src/\ud800.ts',
  '.',
  'src/..',
  'a/'.repeat(600),
];

scenario('PTH-1', 'one spelling: relative, slashes, NFC, dots resolved', async (world) => {
  const ada = world.as('ada').agent();
  await ada.edit('./docs//a/../cafe\u0301.md');
  await ada.edit('docs\\win\\b.md');
  const files = (await world.as('bob').reservations()).map((held) => held.file_path);
  assert.equal(files.sort(), ['docs/caf\u00e9.md', 'docs/win/b.md']);
});

scenario('PTH-1', 'a path that is not in the repository is refused by name', async (world) => {
  const { slug: workspace_slug } = world.workspace;
  for (const file_path of outside) {
    for (const event of ['preToolUse', 'postToolUse', 'sessionStart']) {
      const body = { workspace_slug, event, conversation_id: 'c', file_path };
      const refused = await world.as('ada').refused('hook', body);
      assert.is(refused.status, 400, file_path);
      assert.is(refused.error, 'ValidationError');
      assert.is(refused.field, 'file_path');
    }
  }
  assert.equal(await world.as('ada').reservations(), []);
  assert.equal(await world.as('ada').sessions(), [], 'a refused event opens no session');
});

scenario('PTH-1', 'sync refuses the same paths and names its own field', async (world) => {
  for (const files of ['/etc/passwd', 'ok.ts, ../x.ts', 'C:\\a.ts']) {
    const refused = await world.as('ada').refused('sync', { id: world.workspace.id, files });
    assert.is(refused.status, 400, files);
    assert.is(refused.field, 'files');
  }
});

const sameFile: readonly (readonly [string, string])[] = [
  ['src/Auth.ts', 'SRC/auth.TS'],
  ['docs/caf\u00e9.md', 'docs/cafe\u0301.md'],
  ['docs/STRASSE.md', 'docs/stra\u00dfe.md'],
  ['docs/\u017fpec.md', 'docs/spec.md'],
  ['docs/\u03a3.md', 'docs/\u03c2.md'],
  ['docs/\ufb01le.md', 'docs/FILE.md'],
];

scenario('PTH-2', 'paths that fold to one are one file', async (world) => {
  const ada = world.as('ada').agent();
  const bob = world.as('bob').agent();
  for (const [one, other] of sameFile) {
    await ada.edit(one);
    assert.is((await bob.check(other)).permission, 'deny', `${other} is ${one}`);
    assert.equal((await bob.edit(other)).reserved, [], `${other} is ${one}`);
  }
  assert.is((await world.as('ada').reservations()).length, sameFile.length);
});

scenario('PTH-2', 'symbol ids name their file by any of its spellings', async (world) => {
  await world.as('ada').agent().edit('src/Auth.ts', ['login']);
  const body = { event: 'preToolUse', file_path: 'src/auth.ts' } as const;
  const symbol_ids = ['SRC/./AUTH.ts#login'];
  assert.is((await world.as('bob').hook({ ...body, symbol_ids })).permission, 'deny');
  const other = ['src/other.ts#login'];
  const refused = await world.as('bob').refused('hook', {
    ...body,
    workspace_slug: world.workspace.slug,
    conversation_id: 'c',
    symbol_ids: other,
  });
  assert.is(refused.field, 'symbol_ids');
});

test.run();
