import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  Outbox,
  type Command,
  type OutboxStore,
  type QueuedCommand,
} from '../../daemon/replica/outbox.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import type { CallOptions, Client } from '../../shared/api/client.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('outbox');
const away = refuse('Unavailable', 'away');

/** A relay that answers, is away, or answers only when it is told to. */
class FakeRelay {
  readonly seen: string[] = [];
  answer: () => Promise<unknown> | Refusal = () =>
    Promise.resolve({ ok: true, session_id: 'sess_1' });

  readonly client: Client = {
    call: async (_name: string, input: object, options: CallOptions = {}) => {
      const reply = await this.answer();
      if (reply !== away)
        this.seen.push(
          `${String((input as { file_path?: string }).file_path)}:${options.idempotencyKey}`,
        );
      return reply as never;
    },
  };
}

class FakeStore implements OutboxStore {
  private readonly rows = new Map<number, QueuedCommand>();
  private next = 1;

  appendCommand(command: QueuedCommand) {
    this.rows.set(this.next, command);
    return { id: this.next++, isKept: true };
  }

  get contents() {
    return { commands: Array.from(this.rows, ([id, command]) => ({ id, command })) };
  }

  removeCommand(id: number): void {
    this.rows.delete(id);
  }
}

function setUp(store = new FakeStore()) {
  const relay = new FakeRelay();
  const replayed: string[] = [];
  const outbox = new Outbox({
    store,
    logger: silentLogger,
    holderOf: () => ({ sessionId: 'sess_1' }),
    onReplayed: (command) => replayed.push(command.idempotencyKey),
  });
  outbox.connect(relay.client);
  return { relay, outbox, store, replayed };
}

function command(file: string, conversationId = 'conv'): Command {
  return {
    input: {
      event: 'postToolUse',
      workspace_slug: 'team',
      conversation_id: conversationId,
      file_path: file,
    },
    conversation: { conversationId, agentId: '' },
    idempotencyKey: `key-${file}`,
  };
}

test('OFF-3: while the relay answers nothing is written down', async () => {
  const { relay, outbox, store } = setUp();
  assert.is((await outbox.send(command('a'), 100)).kind, 'answered');
  assert.equal(relay.seen, ['a:key-a']);
  assert.equal(store.contents.commands, []);
});

test('OFF-3: while the relay is away commands wait on disk, and are replayed in order, each with its own key', async () => {
  const { relay, outbox, store, replayed } = setUp();
  relay.answer = () => away;
  for (const file of ['a', 'b', 'c'])
    assert.is((await outbox.send(command(file), 50)).kind, 'queued');
  assert.is(store.contents.commands.length, 3);
  relay.answer = () => Promise.resolve({ ok: true, session_id: 'sess_1' });
  outbox.wake();
  await eventually('the replay', async () => (outbox.length === 0 ? true : undefined));
  assert.equal(relay.seen, ['a:key-a', 'b:key-b', 'c:key-c']);
  assert.equal(replayed, ['key-a', 'key-b', 'key-c']);
  assert.equal(store.contents.commands, []);
});

test('OFF-3: a command goes behind what waits, whatever conversation it is of', async () => {
  const { relay, outbox } = setUp();
  relay.answer = () => away;
  await outbox.send(command('a'), 50);
  relay.answer = () => Promise.resolve({ ok: true, session_id: 'sess_1' });
  await outbox.send(command('b', 'other'), 2_000);
  await eventually('the replay', async () => (outbox.length === 0 ? true : undefined));
  assert.equal(relay.seen, ['a:key-a', 'b:key-b']);
});

test('OFF-3: commands of one conversation never overtake each other', async () => {
  const { relay, outbox } = setUp();
  const gates: (() => void)[] = [];
  relay.answer = () =>
    new Promise((resolve) => gates.push(() => resolve({ ok: true, session_id: 'sess_1' })));
  const sent = [outbox.send(command('a'), 5_000), outbox.send(command('b'), 5_000)];
  await eventually('the first call', async () => gates[0]);
  assert.is(gates.length, 1);
  gates[0]?.();
  await eventually('the second call', async () => gates[1]);
  gates[1]?.();
  await Promise.all(sent);
  assert.equal(relay.seen, ['a:key-a', 'b:key-b']);
});

test('OFF-3: a command does not overtake a replay that is under way', async () => {
  const { relay, outbox } = setUp();
  relay.answer = () => away;
  await outbox.send(command('a'), 50);
  const gates: (() => void)[] = [];
  relay.answer = () =>
    new Promise((resolve) => gates.push(() => resolve({ ok: true, session_id: 'sess_1' })));
  outbox.wake();
  const sent = outbox.send(command('b', 'other'), 5_000);
  await eventually('the replay of the first', async () => gates[0]);
  assert.is(gates.length, 1);
  gates[0]?.();
  await eventually('the second call', async () => gates[1]);
  gates[1]?.();
  await sent;
  assert.equal(relay.seen, ['a:key-a', 'b:key-b']);
});

test('OFF-3: a refusal is an answer and is not sent again', async () => {
  const { relay, outbox } = setUp();
  relay.answer = () => refuse('ValidationError', 'no');
  const delivery = await outbox.send(command('a'), 100);
  assert.is(delivery.kind, 'answered');
  assert.is(outbox.length, 0);
});

test('OFF-3: what waited when the daemon stopped is sent by the next one', async () => {
  const { relay, outbox, store } = setUp();
  relay.answer = () => away;
  await outbox.send(command('a'), 50);
  outbox.close();
  const next = setUp(store);
  await eventually('the replay', async () => (next.outbox.length === 0 ? true : undefined));
  assert.equal(next.relay.seen, ['a:key-a']);
});

test('OFF-3: commands that come one after the other do not put off what waits', async () => {
  const { relay, outbox } = setUp();
  relay.answer = () => away;
  await outbox.send(command('a'), 50);
  relay.answer = () => Promise.resolve({ ok: true, session_id: 'sess_1' });
  let sent = 0;
  const busy = setInterval(() => void outbox.send(command(`b${++sent}`, `conv${sent}`), 0), 20);
  await eventually('the replay', async () => (relay.seen.length > 0 ? true : undefined)).finally(
    () => clearInterval(busy),
  );
  assert.is(relay.seen[0], 'a:key-a');
});

test.run();
