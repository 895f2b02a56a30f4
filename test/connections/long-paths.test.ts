import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesOfPatch } from '../../shared/clients/common/apply-patch.ts';
import { clientExamples, payloadOf } from '../support/client-examples.ts';
import { TestDaemon, Sandbox } from '../daemon/support.ts';

const test = suite('paths that are too long');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
let daemon: TestDaemon;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
});
test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** Far below what taking such a path apart takes. */
const atOnceMs = 5_000;
const deep = (parts: number) => Array.from({ length: parts }, () => 'a').join('/');
const longPaths: Readonly<Record<string, string>> = {
  'of 400,000 parts': `/${deep(400_000)}`,
  'of 400,000 parts, relative': deep(400_000),
  'that is deep in the repository': join(root, deep(1_000)),
  'that leads up 200,000 times': '../'.repeat(200_000),
};

const edit = { old_string: 'a', new_string: 'b' };
const claude = (event: string, tool_name: string, tool_input: unknown, cwd: string) => ({
  hook_event_name: event,
  session_id: 'long',
  cwd,
  tool_name,
  tool_input,
});

type Payload = (path: string, cwd: string) => unknown;

/** A write in each client's own words, and the tools that take a patch. */
const payloads: readonly (readonly [client: string, payload: Payload])[] = clientExamples.flatMap(
  ({ name, calls }) =>
    calls
      .filter(({ effect }) => effect === 'check')
      .map((call) => [name, (path: string, cwd: string) => payloadOf(call, path, cwd)] as const),
);

async function isRefusedAtOnce(path: string, body: unknown, what: string): Promise<void> {
  const started = performance.now();
  const answer = await daemon.send('POST', path, body);
  assert.is(answer.status, 400, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  assert.match(answer.text, /longer than|characters; at most 1,024 are taken/);
  assert.ok(performance.now() - started < atOnceMs, `${what} took long`);
}

for (const [what, path] of Object.entries(longPaths)) {
  test(`CON-1: a path ${what} is a 400 at once, in the words of every client`, async () => {
    for (const [client, payload] of payloads)
      await isRefusedAtOnce(`/hooks/${client}`, payload(path, root), client);
  });

  test(`CON-1: a path ${what} is a 400 at once in the interface's own hook`, async () => {
    const body = {
      event: 'preToolUse',
      workspace_slug: daemon.slug,
      conversation_id: 'long',
      tool_name: 'Write',
      file_path: path,
    };
    await isRefusedAtOnce('/workspaces/sessions/hook', body, 'at the daemon');
    const elsewhere = { ...body, workspace_slug: 'another-one' };
    await isRefusedAtOnce('/workspaces/sessions/hook', elsewhere, 'at the relay');
  });
}

test('CON-1: a folder of 400,000 parts is a 400 at once for a write in it, and nothing for a prompt', async () => {
  const cwd = `/${deep(400_000)}`;
  for (const [client, payload] of payloads)
    await isRefusedAtOnce(`/hooks/${client}`, payload('a.ts', cwd), client);
  const started = performance.now();
  const prompt = { ...claude('UserPromptSubmit', '', {}, cwd), prompt: 'Tidy up' };
  assert.ok((await daemon.send('POST', '/hooks/claude-code', prompt)).status < 300);
  assert.ok(performance.now() - started < atOnceMs);
});

test('CON-1: the next hook is answered as ever', async () => {
  const path = join(root, 'src/auth.ts');
  const payload = claude('PreToolUse', 'Edit', { file_path: path, ...edit }, root);
  assert.is((await daemon.send('POST', '/hooks/claude-code', payload)).status, 204);
});

test('CON-1: a patch with odd lines is read in a time that grows with its length alone', () => {
  const blanks = '\n'.repeat(200_000);
  const spaces = `*** Update File: a${' '.repeat(400_000)}b`;
  const sections = '*** Update File: a.ts\n@@\n-x\n+y\n'.repeat(30_000);
  for (const patch of [`*** Update File: a.ts\n@@\n-x${blanks}`, spaces, sections]) {
    const started = performance.now();
    assert.is(filesOfPatch(patch).length, 1);
    assert.ok(performance.now() - started < atOnceMs, patch.slice(0, 40));
  }
});

test.run();
