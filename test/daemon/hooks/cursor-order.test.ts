import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TrackedFile } from '../../../daemon/work-trees/tracked-file.ts';
import type { WriteCall } from '../../../daemon/work-trees/expected-write.ts';
import { authSource, edit, type Reply, type TestDaemon, withDaemon, write } from '../support.ts';

/** Cursor reports one write with two hooks: one with the edits, one with the whole new text. They come in any order. */
const test = suite('the two reports of one write');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));
let made = 0;

/** A file of its own for each test, as `src/auth.ts`, in no commit. */
function newFile(): string {
  const path = `src/order${++made}.ts`;
  write(root, path, authSource);
  return path;
}

function hook(event: string, conversation: string, fields: object): Promise<Reply> {
  const payload = {
    conversation_id: conversation,
    hook_event_name: event,
    workspace_roots: [root],
  };
  return daemon.send('POST', '/hooks/cursor', { ...payload, ...fields });
}

/** One write of Cursor's agent: what it asks, does, and reports twice. */
class CursorWrite {
  private readonly tool: object;
  private readonly edited: object;

  constructor(
    private readonly conversation: string,
    private readonly path: string,
    private readonly change: readonly [string, string],
  ) {
    const file_path = join(root, path);
    const content = readFileSync(file_path, 'utf8').replace(...change);
    const tool_use_id = `${conversation}-${path}-${change[1]}`;
    this.tool = { tool_name: 'Write', tool_input: { file_path, content }, tool_use_id, cwd: '' };
    const [old_string, new_string] = change;
    this.edited = { file_path, edits: [{ old_string, new_string }] };
  }

  async make(): Promise<void> {
    const asked = await hook('preToolUse', this.conversation, this.tool);
    assert.is(asked.body['permission'], 'allow');
    edit(root, this.path, ...this.change);
  }

  afterFileEdit(): Promise<Reply> {
    return hook('afterFileEdit', this.conversation, this.edited);
  }

  /** Answers what the agent is told. */
  async postToolUse(): Promise<string> {
    return (await hook('postToolUse', this.conversation, this.tool)).text;
  }
}

/** What the session holds of the file, sorted. */
async function heldBy(conversation: string, path: string): Promise<string[]> {
  const { sessions, reservations } = await daemon.status();
  const session = sessions.find((one) => one.conversation_id === conversation);
  const own = reservations.filter(
    (one) => one.session_id === session?.id && one.file_path === path,
  );
  return own.flatMap(({ symbol_ids }) => symbol_ids).toSorted();
}

/** Another session of the work tree changes `login` and keeps it. */
async function loginIsHeld(path: string, holder: string): Promise<void> {
  const login = new CursorWrite(holder, path, ['remembered: false', 'remembered: true']);
  await login.make();
  await login.postToolUse();
  await daemon.untilHeld(`${path}#login`);
}

const logout = ['gone: false', 'gone: true'] as const;

for (const isEditFirst of [true, false]) {
  const order = isEditFirst ? 'afterFileEdit first' : 'postToolUse first';
  test(`RSV-15, RSV-6: ${order}: another part of the file is no race`, async () => {
    const path = newFile();
    const writer = `writer-${isEditFirst}`;
    await loginIsHeld(path, `holder-${isEditFirst}`);
    const written = new CursorWrite(writer, path, logout);
    await written.make();
    if (isEditFirst) await written.afterFileEdit();
    assert.is(await written.postToolUse(), '');
    if (!isEditFirst) await written.afterFileEdit();
    assert.equal(await heldBy(writer, path), [`${path}#logout`]);
  });
}

test('RSV-15: in either order, an edit that only removes lines is no race', async () => {
  const path = newFile();
  await loginIsHeld(path, 'holder-removes');
  const written = new CursorWrite('removes', path, [', gone: false', '']);
  await written.make();
  assert.is(await written.postToolUse(), '');
  await written.afterFileEdit();
  const next = new CursorWrite('removes', path, ['{ name }', '{ name, gone: 1 }']);
  await next.make();
  assert.is(await next.postToolUse(), '');
  assert.equal(await heldBy('removes', path), [`${path}#logout`]);
});

test('RSV-15: what another session has written between the two reports is not the call’s', async () => {
  const path = newFile();
  const written = new CursorWrite('between', path, logout);
  await written.make();
  await written.afterFileEdit();
  await loginIsHeld(path, 'holder-between');
  assert.is(await written.postToolUse(), '');
  assert.equal(await heldBy('between', path), [`${path}#logout`]);
});

test('RSV-6: a write over what another holds is told, whichever report comes first', async () => {
  const path = newFile();
  const late = new CursorWrite('late', path, ['remembered: false', 'remembered: 2']);
  await late.make();
  write(root, path, authSource);
  await loginIsHeld(path, 'holder-late');
  edit(root, path, 'remembered: true', 'remembered: 2');
  await late.afterFileEdit();
  const told = await late.postToolUse();
  assert.is(told.split(`${path}#login: held by`).length, 2, told);
});

test('RSV-15: the same text again, over what another has reported since, is a write of its own', () => {
  const [call, other] = ['one', 'two'].map((conversationId) => ({
    conversation: { conversationId, agentId: '' },
  })) as [WriteCall, WriteCall];
  const whole = (content: string) => [{ kind: 'write' as const, content }];
  const file = new TrackedFile();
  file.expect(call, whole('x'), { text: '', atMs: 0 });
  assert.equal(file.written(call, whole('x'), { text: 'x', atMs: 1 }), { before: '', after: 'x' });
  assert.equal(file.written(call, whole('x'), { text: 'x', atMs: 2 }), {
    before: 'x',
    after: 'x',
    isToldAgain: true,
  });
  file.expect(other, whole('y'), { text: 'x', atMs: 3 });
  file.written(other, whole('y'), { text: 'y', atMs: 4 });
  assert.equal(file.written(call, whole('x'), { text: 'x', atMs: 5 }), { before: 'y', after: 'x' });
  file.forget(call.conversation);
  assert.is(file.written(call, whole('x'), { text: 'x', atMs: 6 }), undefined);
});

test.run();
