/** Files by other names, and the doors of the daemon. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { Agent, request } from 'undici';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { git, tryToStart } from '../support.ts';
import { test, sandbox, root, home, daemon } from './support.ts';

test('the workspace is named after the repository, and the key file opens the relay', async () => {
  assert.is(daemon.slug, 'shop');
  const profile = await daemon.send('GET', '/users/profile');
  assert.is(profile.body['email'], 'ana@example.com');
});

test('RSV-4, PTH-3: a check is of every file that it names, in whatever spelling', async () => {
  await daemon.hook('postToolUse', 'urls', { file_path: 'notes/held.md' });
  const url = pathToFileURL(join(root, 'notes/held.md')).href;
  const own = { file_path: 'notes/own.md', symbol_ids: ['a'], tool_name: 'Edit' };
  const edit = { old_string: 'a', new_string: 'b' };
  for (const file_path of ['notes/held.md', join(root, 'notes/held.md'), url]) {
    const named = { ...own, tool_input: { file_path, ...edit } };
    assert.is((await daemon.hook('preToolUse', 'other', named))['permission'], 'deny', file_path);
  }
  const tool = { tool_name: 'Edit', tool_input: { file_path: url, ...edit } };
  const ofClient = await daemon.claude('PreToolUse', 'other', tool);
  assert.match(ofClient.text, 'notes/held.md is held');
  await daemon.hook('postToolUse', 'urls', { ...own, symbol_ids: ['b'] });
  const twice = { ...own, tool_input: { file_path: join(root, 'notes/own.md'), ...edit } };
  assert.equal(await daemon.hook('preToolUse', 'other', twice), { permission: 'allow' });
  await daemon.hook('sessionEnd', 'urls');
});

test('PTH-3: a link to what is not there yet leads there', async () => {
  mkdirSync(join(root, 'links'));
  symlinkSync('../unmade/file.txt', join(root, 'links/file.txt'));
  symlinkSync('../unmade', join(root, 'links/folder'));
  symlinkSync('loop', join(root, 'links/loop'));
  await daemon.hook('postToolUse', 'linking', { file_path: 'unmade/file.txt' });
  for (const path of ['links/file.txt', 'links/folder/file.txt']) {
    const asked = await daemon.hook('preToolUse', 'linked', { file_path: path });
    assert.is(asked['permission'], 'deny', path);
  }
  const looped = await daemon.hook('preToolUse', 'linked', { file_path: 'links/loop' });
  assert.is(looped['permission'], 'allow');
});

test('PTH-3: a path in another work tree of the repository is the same file', async () => {
  const tree = join(sandbox.folder('trees'), 'feature');
  git(root, 'worktree', 'add', '-q', '-b', 'feature', tree);
  await daemon.hook('postToolUse', 'eight', { file_path: join(tree, 'shared.txt') });
  const asked = await daemon.hook('preToolUse', 'nine', { file_path: join(root, 'shared.txt') });
  assert.is(asked['permission'], 'deny');
  const { sessions } = await daemon.status();
  assert.is(sessions.find((one) => one.conversation_id === 'eight')?.branch, 'feature');
});

test('PTH-3: a file outside the repository is allowed, and nothing is held', async () => {
  const outside = join(sandbox.folder('elsewhere'), 'a.txt');
  assert.equal((await daemon.hook('postToolUse', 'ten', { file_path: outside }))['reserved'], []);
  assert.equal(await daemon.hook('preToolUse', 'eleven', { file_path: outside }), {
    permission: 'allow',
  });
});

test('sync names the agents and where one would conflict with them', async () => {
  await daemon.hook('sessionStart', 'syncing', { task: 'Count' });
  await daemon.hook('postToolUse', 'holding', { file_path: 'counted.txt' });
  const path = `/workspaces/${daemon.workspaceId}/sync`;
  const { body } = await daemon.send('POST', path, {
    session_id: 'syncing',
    files: 'counted.txt',
    task: 'Count',
  });
  assert.equal(
    (body['conflicts'] as unknown as { file: string; severity: string }[])[0]?.severity,
    'blocking',
  );
  const bad = await daemon.send('POST', path, { session_id: 'nobody' });
  assert.is(bad.status, 404);
});

test('the Unix socket answers the same', async () => {
  const dispatcher = new Agent({ connect: { socketPath: daemon.daemon.socket } });
  const response = await request('http://localhost/hooks/claude-code', {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: 'sock', cwd: root, hook_event_name: 'Stop' }),
  });
  assert.is(response.statusCode, 204);
  await dispatcher.close();
});

test('a second daemon for the repository is refused, and its refusal says where the first one is', async () => {
  const second = await tryToStart(root, home);
  assert.ok(isRefusal(second));
  assert.match(second.message, `already running for this repository on ${daemon.daemon.url}`);
});

test.run();
