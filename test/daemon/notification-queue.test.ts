import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SessionLifecycle } from '../../daemon/hooks/lifecycle.ts';
import { racedMessage } from '../../daemon/hooks/notices/messages.ts';
import { NotificationQueue } from '../../daemon/hooks/notices/notification-queue.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import { openGuardedStore } from '../../daemon/replica/guarded-store.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import { Sandbox } from './support.ts';

const test = suite('notification queue');
const sandbox = new Sandbox();
const file = join(sandbox.folder('state'), 'daemon.db');
const conversation = { conversationId: 'one', agentId: '' };

test.after(() => sandbox.remove());

function opened() {
  const store = openGuardedStore(file, silentLogger);
  if (store === 'locked' || isRefusal(store)) throw new Error('the store cannot be opened');
  return { queue: new NotificationQueue(store), close: () => store.close() };
}

test('what one hook answer has no room for goes with the next one, also after a restart', () => {
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(2_000));
  const before = opened();
  for (const text of texts) before.queue.add(conversation, text);
  assert.is(before.queue.take({ ...conversation, agentId: 'other' }), undefined);
  assert.is(before.queue.take(conversation), texts.slice(0, 2).join('\n'));
  before.close();
  const after = opened();
  assert.is(after.queue.take(conversation), texts[2]);
  assert.is(after.queue.take(conversation), undefined);
  after.close();
});

test('NEG-1: what has ended is not told first, also when its end has no room in this answer', () => {
  const before = opened();
  const asks = `coord: Bo asks you for src/a.ts: ${'x'.repeat(3_000)} neg_1`;
  const ended = `coord: the negotiation neg_1 about src/a.ts has ended (deadline). ${'x'.repeat(3_000)}`;
  before.queue.add(conversation, asks, { about: 'neg_1', role: 'asks' });
  before.queue.add(conversation, ended, { about: 'neg_1', role: 'ends' });
  assert.is(before.queue.take(conversation), ended);
  before.close();
  const after = opened();
  assert.is(after.queue.take(conversation), undefined);
  after.close();
});

test('DEC-2: what is untrue by now is not told, nor after a restart', () => {
  const before = opened();
  before.queue.add(conversation, 'stale', { about: 'dec_1' });
  before.queue.add(conversation, 'other', { about: 'dec_2' });
  before.close();
  const between = opened();
  between.queue.withdraw({ about: 'dec_1' });
  between.close();
  const after = opened();
  assert.is(after.queue.take(conversation), 'other');
  after.close();
});

test('TSK-2: what one conversation was asked is forgotten, and what is asked anew comes last', () => {
  const { queue, close } = opened();
  const two = { ...conversation, conversationId: 'two' };
  for (const one of [conversation, two]) {
    queue.add(one, 'took', { about: 'tsk_1' });
    queue.add(one, 'hands', { about: 'tsk_1', role: 'asks' });
  }
  queue.withdraw({ about: 'tsk_1', askedSession: 'sess_2' }, two);
  assert.is(queue.take(two), 'took');
  queue.add(conversation, 'put back', { about: 'tsk_1', role: 'keeps' });
  queue.add(conversation, 'hands', { about: 'tsk_1', role: 'asks' });
  assert.is(queue.take(conversation), 'hands');
  assert.is(queue.take(conversation), undefined);
  close();
});

test('HOK-8: what an earlier version has kept is told, and what is kept beside it says what it is about', () => {
  const earlier = new Sqlite(file);
  earlier.exec('ALTER TABLE notices DROP COLUMN subject');
  earlier.exec("INSERT INTO notices (conversation, text) VALUES ('one' || char(10), 'kept')");
  earlier.close();
  const before = opened();
  before.queue.add(conversation, 'stale', { about: 'dec_1' });
  before.close();
  const after = opened();
  after.queue.withdraw({ about: 'dec_1' });
  assert.is(after.queue.take(conversation), 'kept');
  after.close();
});

test('a notification that is too long is cut, and does not block the others', () => {
  const { queue, close } = opened();
  queue.add(conversation, 'x'.repeat(100_000));
  queue.add(conversation, 'next');
  assert.ok((queue.take(conversation)?.length ?? 0) <= 5_000);
  assert.is(queue.take(conversation), 'next');
  close();
});

test('HOK-8: what waits says until when something is held, since the minutes are untrue later', () => {
  const conflict = {
    ...{ file_path: 'src/a.ts', holder: 'Bo', holder_session_id: 'sess_b', holder_task: '' },
    ...{ expires_at: '2026-01-05T09:10:00.000Z', minutes_remaining: 10 },
  };
  assert.match(racedMessage([conflict]) ?? '', 'held by Bo, until 09:10 UTC (10 min)');
});

test('HOK-8: of conversations that never come back the newest 500 are kept, also over a restart', () => {
  const before = opened();
  for (let at = 0; at <= 500; at += 1)
    before.queue.add({ conversationId: `c${at}`, agentId: '' }, 'a text');
  before.close();
  const { queue, close } = opened();
  assert.is(queue.take({ conversationId: 'c0', agentId: '' }), undefined);
  assert.is(queue.take({ conversationId: 'c1', agentId: '' }), 'a text');
  assert.is(queue.take({ conversationId: 'c500', agentId: '' }), 'a text');
  close();
});

test('HOK-8: a start whose answer does not reach the agent, or that is refused, takes nothing of what waits', async () => {
  const { queue, close } = opened();
  queue.add(conversation, 'somebody wrote over it');
  const briefed = { session_id: 'ses_1', additional_context: 'The team.' };
  const start = (canNotify: boolean, reply: unknown) => {
    const deps = {
      notifications: queue,
      outbox: { send: async () => ({ kind: 'answered', reply }) },
      hookBodies: { bodyOf: () => ({}), sessionFactsOf: () => ({}) },
      replica: { opened: () => ({ id: 'ses_1' }) },
    };
    const call = {
      event: 'TaskResume',
      effect: 'start',
      conversation,
      agentType: 'cline',
    } as const;
    return new SessionLifecycle(deps as never).start({ ...call, canNotify });
  };
  assert.equal(await start(false, briefed), briefed);
  assert.ok(isRefusal(await start(true, refuse('Conflict', 'It has ended.'))));
  const told = { ...briefed, additional_context: 'The team.\nsomebody wrote over it' };
  assert.equal(await start(true, briefed), told);
  assert.equal(await start(true, briefed), briefed);
  close();
});

test.run();
