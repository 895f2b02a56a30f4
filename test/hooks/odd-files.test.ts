/** HOK-2: what a daemon opens and reads of a work tree's files. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readDiskFile } from '../../daemon/index/disk/disk-file.ts';
import { maxParsedLength, maxTextBytes } from '../../daemon/kernel/text-limits.ts';
import { git, Sandbox, TestDaemon, write } from '../daemon/support.ts';

const test = suite('odd files');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const odd = (name: string) => join(root, 'src', name);
let daemon: TestDaemon;

function functions(length: number): string {
  const lines: string[] = [];
  for (let at = 0, size = 0; size < length; at++) {
    const line = `export function f${at}() { return ${at}; }\n`;
    size += line.length;
    lines.push(line);
  }
  return lines.join('');
}

test.before(async () => {
  write(root, 'src/dense.ts', functions(1_900_000));
  write(root, 'src/largest.ts', functions(maxParsedLength - 1_000));
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'large files');
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

test('HOK-2 what is no regular file is never opened, and no more than the limit is read', () => {
  execFileSync('mkfifo', [odd('pipe.ts')]);
  symlinkSync('/dev/zero', odd('device.ts'));
  write(root, 'src/limit.ts', 'x'.repeat(maxTextBytes));
  write(root, 'src/beyond.ts', 'x'.repeat(maxTextBytes + 1));
  writeFileSync(odd('sparse.ts'), '');
  truncateSync(odd('sparse.ts'), 50 * 1024 * 1024);
  writeFileSync(odd('bytes.ts'), Buffer.from([0xff, 0xfe, 0x41]));
  const kinds = ['pipe', 'device', 'limit', 'beyond', 'sparse', 'bytes', 'none'].map(
    (name) => `${name} ${readDiskFile(odd(`${name}.ts`)).kind}`,
  );
  assert.equal(kinds, [
    'pipe unreadable',
    'device unreadable',
    'limit text',
    'beyond unreadable',
    'sparse unreadable',
    'bytes unreadable',
    'none absent',
  ]);
});

test('HOK-2 a pipe, a socket and a device are answered like any other file, and block nobody', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(odd('socket.ts'), resolve));
  for (const name of ['pipe.ts', 'socket.ts', 'device.ts', 'sparse.ts', 'beyond.ts']) {
    const tool = {
      tool_name: 'Edit',
      tool_use_id: name,
      tool_input: { file_path: odd(name), old_string: 'x', new_string: 'y' },
    };
    for (const session of ['one', 'two']) {
      assert.is((await daemon.claude('PreToolUse', session, tool)).status, 204);
      assert.ok([200, 204].includes((await daemon.claude('PostToolUse', session, tool)).status));
      if (name !== 'device.ts') break;
    }
  }
  server.close();
  assert.is((await daemon.claude('PreToolUse', 'three', {})).status, 204);
});

test('HOK-2 a file too long to be parsed is reserved as a whole, and its lines are still compared', async () => {
  const edited = ['f7() { return 7; }', 'f7() { return 70; }'] as const;
  assert.is(await daemon.edits('four', 'src/dense.ts', edited), '');
  await daemon.untilHeld('src/dense.ts');
  const other = ['f9000() { return 9000; }', 'f9000() { return 1; }'] as const;
  assert.match(await daemon.edits('five', 'src/dense.ts', other), 'src/dense.ts is held by');
});

test('HOK-2 a file just short of the limit is reserved by symbol', async () => {
  await daemon.edits('six', 'src/largest.ts', ['f7() { return 7; }', 'f7() { return 70; }']);
  await daemon.untilHeld('src/largest.ts#f7');
  const other = ['f900() { return 900; }', 'f900() { return 1; }'] as const;
  assert.is(await daemon.edits('seven', 'src/largest.ts', other), '');
});

test('PTH-1 TXT-2 a file whose name has a control character is held, and its name is written out', async () => {
  const path = 'src/bad\u001b[31m\nname.ts';
  write(root, path, functions(40));
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'an odd name');
  const [first, second] = ['return 0;', 'return 7;'];
  await daemon.edits('odd-a', path, [first, second]);
  const denied = await daemon.edits('odd-b', path, [second, 'return 8;']);
  const { permissionDecisionReason: said } = (
    JSON.parse(denied) as { hookSpecificOutput: { permissionDecisionReason: string } }
  ).hookSpecificOutput;
  assert.match(said, String.raw`src/bad\u{1b}[31m\u{a}name.ts#f0 is held by`);
});

test('HOK-2 a path where nothing can be looked at hides none of the other files of its call', async () => {
  await daemon.edits('odd-c', 'src/auth.ts', ['remembered: false', 'remembered: true']);
  await daemon.untilHeld('src/auth.ts#login');
  write(root, 'loop/kept.ts', '');
  symlinkSync('.git', join(root, 'loop/.git'));
  for (const path of ['src/limit.ts/index.ts', 'loop/x.ts', '/dev/null/x']) {
    const lines = [
      `*** Add File: ${path}`,
      '+export const a = 1;',
      '*** Update File: src/auth.ts',
      '@@',
      '-  return { name, remembered: true };',
      '+  return { name, remembered: 2 };',
    ];
    const command = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
    const answer = await daemon.send('POST', '/hooks/codex', {
      session_id: 'odd-d',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_use_id: `toolu_${path}`,
      tool_input: { command },
    });
    assert.match(answer.text, 'src/auth.ts#login is held by', path);
  }
});

test('HOK-2 a session that begins below a file is answered', async () => {
  const cwd = join(root, 'src/auth.ts');
  assert.is((await daemon.claude('SessionStart', 'odd-e', { cwd })).status, 200);
});

test.run();
