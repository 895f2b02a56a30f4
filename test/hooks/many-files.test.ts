/** HOK-4: calls that name very many things. */
import { performance } from 'node:perf_hooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEdits, undoEdits, type Edit } from '../../daemon/index/text-edits.ts';
import { cpuMs } from '../support/processor.ts';
import { eventually } from '../support/waiting.ts';
import { git, Sandbox, TestDaemon, write } from '../daemon/support.ts';

const test = suite('calls about very many things');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const files = Array.from({ length: 150 }, (_, at) => `many/m${at}.ts`);
const textOf = (value: string) => `export function f() {\n  return ${value};\n}\n`;
/** As long as clients wait for a hook. */
const hookMs = 4_000;
let daemon: TestDaemon;

test.before(async () => {
  for (const file of files) write(root, file, textOf('1'));
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'many files');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

function patchOf(paths: readonly string[]): object {
  const sections = paths.map(
    (path) => `*** Update File: ${path}\n@@\n-  return 1;\n+  return 2;\n`,
  );
  const command = `*** Begin Patch\n${sections.join('')}*** End Patch\n`;
  return { tool_name: 'apply_patch', tool_use_id: 'patch', tool_input: { command } };
}

test('HOK-3 HOK-4 a patch of hundreds of files is answered in time, and all of them are reserved', async () => {
  const send = (event: string) =>
    daemon.send('POST', '/hooks/codex', {
      ...{ session_id: 'patches', cwd: root, hook_event_name: event, turn_id: 't' },
      ...patchOf(files),
    });
  assert.is((await send('PreToolUse')).status, 204);
  for (const file of files) write(root, file, textOf('2'));
  const startMs = performance.now();
  const answer = send('PostToolUse');
  assert.is((await daemon.claude('PreToolUse', 'other', {})).status, 204);
  assert.ok([200, 204].includes((await answer).status));
  assert.ok(performance.now() - startMs < hookMs);
  await eventually('all files to be reserved', async () => {
    const { reservations } = await daemon.status();
    const held = new Set(reservations.map(({ symbol_ids: ids }) => ids[0]));
    return files.every((file) => held.has(`${file}#f`)) ? true : undefined;
  });
});

for (const count of [5_001, 300_000]) {
  test(`HOK-1 HOK-4 a patch of ${count} files is not checked, says so, and holds up nobody`, async () => {
    const paths = Array.from({ length: count }, (_, at) => `many/directory/m${at}.ts`);
    let [done, longestMs] = [false, 0];
    const answer = daemon
      .send('POST', '/hooks/codex', {
        ...{ session_id: 'patches', cwd: root, hook_event_name: 'PreToolUse', turn_id: 't' },
        ...patchOf(paths),
      })
      .finally(() => (done = true));
    while (!done) {
      const askedMs = performance.now();
      assert.is((await daemon.claude('PreToolUse', 'other', {})).status, 204);
      longestMs = Math.max(longestMs, performance.now() - askedMs);
    }
    assert.match(
      (await answer).text,
      'too large for coord (over 5,000 files), so it was not checked',
    );
    assert.ok(longestMs < hookMs, `${longestMs} ms`);
  });
}

test('HOK-4 500 symbols of a file are reserved, and 501 are a 400 that says so', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `README.md#s${at}`);
  const fields = (count: number) => ({ file_path: 'README.md', symbol_ids: ids(count) });
  const held = await daemon.hook('postToolUse', 'symbols', fields(500));
  assert.is((held['reserved'] as unknown[]).length, 500);
  const refused = await daemon.hook('postToolUse', 'symbols', fields(501));
  assert.is(refused['error'], 'ValidationError');
  assert.match(String(refused['message']), 'symbol_ids');
});

test('HOK-4 more edits than can be tried in time fit nothing, and what they write is bounded', () => {
  const text = 'a\n'.repeat(1_000_000);
  const edits: Edit[] = Array.from({ length: 20_000 }, (_, at) => ({
    kind: 'replace',
    oldText: `${at}`,
    newText: `${at}b`,
    all: false,
  }));
  const startMs = cpuMs();
  assert.is(
    applyEdits(text, [{ kind: 'replace', oldText: 'a', newText: 'b'.repeat(1_000_000), all: true }])
      .kind,
    'inapplicable',
  );
  const unfit = edits.map((edit) => ({ ...edit, oldText: 'z', newText: 'a\na' }) as Edit);
  assert.is(undoEdits(text, unfit), undefined);
  const fitting = Array.from(
    { length: 20_000 },
    (_, at) => ({ kind: 'write', content: `${at}` }) as Edit,
  );
  assert.is(applyEdits(text, fitting).kind, 'text');
  const large = `${'a\n'.repeat(100_000)}x0;`;
  const chained = Array.from({ length: 20_000 }, (_, at) => ({
    ...{ kind: 'replace', all: false },
    ...{ oldText: `x${at};`, newText: `x${at + 1};` },
  })) as Edit[];
  assert.is(applyEdits(large, chained).kind, 'inapplicable');
  assert.ok(cpuMs() - startMs < 4_000);
});

test.run();
