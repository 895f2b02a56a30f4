/** What the view of conventions makes of globs, files and events. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { ConventionRecord } from '../../shared/conventions/contract.ts';
import { compileGlobs } from '../../shared/conventions/globs.ts';
import { filesAfter, mayBeGone } from '../../relay/dashboard/page/state/files.ts';
import {
  filterIn,
  fits,
  whyNotAccept,
  whyNotChange,
  whyNotWithdraw,
  type Viewer,
  pastSentence,
} from '../../relay/dashboard/page/views/conventions/filter.ts';
import { globsOf, previewOf } from '../../relay/dashboard/page/views/conventions/globs-in.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

function rule(more: Partial<ConventionRecord> = {}): ConventionRecord {
  return {
    id: 'cnv_1',
    title: 'Generated code is not edited',
    rationale: '',
    tier: 'must',
    affected_files: ['gen/**'],
    affected_areas: [],
    status: 'active',
    proposed_by: 'usr_bob',
    proposed_by_name: 'bob',
    created_at: '2026-03-02T10:00:00.000Z',
    ...more,
  };
}

const event = (parts: object) =>
  ({ seq: 1, at: '2026-03-02T10:00:00.000Z', user: 'bob', ...parts }) as unknown as LogEvent;

const files = ['docs/a.md', 'gen/a.ts', 'gen/deep/b.ts', 'src/c.ts'];

test('DSH-58 the query of the address is the filter; without one the rules that count', () => {
  assert.equal(filterIn(new URLSearchParams()), { status: 'active' });
  const query = new URLSearchParams('status=retired&tier=must&file=%20src/a.ts');
  assert.equal(filterIn(query), { status: 'retired', tier: 'must', file: 'src/a.ts' });
  assert.equal(filterIn(new URLSearchParams('status=x&tier=y&file=%20')), { status: 'active' });
});

test('DSH-58 a rule belongs into a list by status, tier and file', () => {
  const matches = (globs: readonly string[], file: string) => compileGlobs(globs)(file);
  assert.ok(fits(rule(), { status: 'active', tier: 'must', file: 'gen/x/y.ts' }, matches));
  assert.not.ok(fits(rule(), { status: 'active', file: 'src/x.ts' }, matches));
  assert.not.ok(fits(rule(), { status: 'retired' }, matches));
  assert.not.ok(fits(rule(), { status: 'active', tier: 'may' }, matches));
});

test('DSH-58 who may not do something is told why', () => {
  const viewer = (more: Partial<Viewer> = {}): Viewer => ({
    userId: 'usr_bob',
    isAdmin: false,
    mustRules: 'reviewed',
    ...more,
  });
  const cleo = viewer({ userId: 'usr_cleo' });
  assert.match(String(whyNotAccept(rule(), viewer())), /You proposed it/);
  assert.is(whyNotAccept(rule(), cleo), undefined);
  assert.is(whyNotAccept(rule(), viewer({ mustRules: 'anyone' })), undefined);
  assert.match(String(whyNotAccept(rule(), viewer({ mustRules: 'admins' }))), /Only admins/);
  assert.is(whyNotWithdraw(rule(), viewer()), undefined);
  assert.match(String(whyNotWithdraw(rule(), cleo)), /who proposed it/);
  const accepted = rule({ accepted_by: 'usr_cleo' });
  assert.match(String(whyNotWithdraw(accepted, viewer())), /Somebody else/);
  assert.match(String(whyNotChange(viewer())), /Only admins/);
  for (const why of [whyNotAccept, whyNotWithdraw])
    assert.is(why(accepted, viewer({ isAdmin: true })), undefined);
});

test('DSH-58 the history says what happened to this rule', () => {
  const convention = { id: 'cnv_1', title: 'T', tier: 'must' };
  const says = (parts: object) => pastSentence(event({ convention, ...parts }));
  const proposed = {
    type: 'convention_proposed',
    convention: { ...convention, status: 'proposed' },
  };
  assert.equal(
    [says(proposed), says({ type: 'convention_changed' }), says({ type: 'convention_retired' })],
    [
      'bob proposed it as a must; it waited to be accepted.',
      'bob made it count as a must.',
      'bob retired it.',
    ],
  );
});

test('DSH-59 each glob says what it matches, and all together which files', () => {
  const preview = previewOf('gen/**, src/{c,d}.ts\n./gen//a.ts', files);
  assert.is(preview.problem, '');
  assert.equal(globsOf(preview), ['gen/**', 'src/{c,d}.ts', 'gen/a.ts']);
  assert.equal(preview.files, ['gen/a.ts', 'gen/deep/b.ts', 'src/c.ts']);
  const counts = preview.globs.map((one) => ('files' in one ? one.files.length : -1));
  assert.equal(counts, [2, 1, 1]);
});

test('DSH-59 each broken glob is refused by one rule, in one sentence', () => {
  const problem = (glob: string) => previewOf(glob, files).problem;
  assert.is(problem('[bad'), '"[bad" has brackets that are not closed.');
  assert.is(problem('src/{pay'), '"src/{pay" has braces that are not closed.');
  assert.is(problem('src/pay}'), '"src/pay}" has braces that are not opened.');
  assert.is(problem('!src/x'), '"!src/x" is negated; name the files that the rule is for.');
});

test('DSH-59 what is no glob says why, and the others still match', () => {
  const preview = previewOf('gen/**\n../secrets\n!src/**', files);
  assert.match(preview.problem, /"\.\.\/secrets" leads out of its folder with "\.\."\.?$/);
  assert.equal(preview.files, ['gen/a.ts', 'gen/deep/b.ts']);
  assert.match(JSON.stringify(preview.globs[2]), /is negated/);
  assert.match(previewOf('a,'.repeat(60), files).problem, /At most 50/);
  assert.equal(previewOf(' \n', files), { globs: [], files: [], problem: '' });
});

test('DSH-59 ten thousand files are matched while a person types', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `src/area-${at % 40}/part/file-${at}.ts`);
  const globs = 'src/**/*.ts\n**/file-1*.ts\nsrc/area-{1,2,3}/**';
  assert.is(previewOf(globs, many).files.length, 10_000);
  const took = leastMs(500, () => cpuMsOf(() => previewOf(globs, many)));
  assert.ok(took < 500, `${Math.round(took)} ms`);
});

test('DSH-59 a new file is known from the log, and a lost symbol asks for the files again', () => {
  const changed = event({ type: 'graph_changed', files: ['gen/C.ts', 'gen/a.ts'], removed: [] });
  const after = filesAfter(files, [changed]);
  assert.equal(after, ['docs/a.md', 'gen/a.ts', 'gen/C.ts', 'gen/deep/b.ts', 'src/c.ts']);
  assert.is(filesAfter(after, [changed]), after, 'twice is once');
  assert.not.ok(mayBeGone([changed]));
  assert.ok(mayBeGone([event({ type: 'graph_changed', files: ['a.ts'], removed: ['a.ts#f'] })]));
});

test.run();
