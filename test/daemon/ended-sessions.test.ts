/** SES-3: what a daemon holds of sessions that ended here, when the relay sees them otherwise. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyReplayedReply, endQueuedAgain } from '../../daemon/hooks/outbox-replay.ts';
import type { NotificationQueue } from '../../daemon/hooks/notices/notification-queue.ts';
import type { QueuedCommand } from '../../daemon/replica/outbox.ts';
import { reservationRecords, sessionRecords } from '../../daemon/replica/records.ts';
import { Replica } from '../../daemon/replica/replica.ts';
import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { FakeClock, minutes } from '../support/fake-clock.ts';

const test = suite('sessions that ended here');
const conversation = { conversationId: 'mine', agentId: '' };
const notifications = { add: () => undefined } as unknown as NotificationQueue;

/** A conversation and its subagent, each with something reserved, and the end of both here. */
function ended() {
  const clock = new FakeClock();
  const replica = new Replica(clock);
  replica.user = { userId: 'usr_me', userName: 'Me' };
  const expires_at = toTimestamp(clock.now() + minutes(10));
  const drafts = ['', 'sub'].flatMap((agent_id): DraftEvent[] => {
    const session = { session_id: `sess_${agent_id}`, task: 'Tidy up' };
    const own = { user_id: 'usr_me', user: 'Me', conversation_id: 'mine', agent_id };
    const file = `src/${agent_id}.ts`;
    const held = { file, symbols: [], by: 'Me', expires_at, fresh: true };
    return [
      { type: 'session_started', ...session, ...own, agent_type: 'test', branch: 'main' },
      { type: 'file_reserved', ...session, ...held },
    ];
  });
  const at = toTimestamp(clock.now());
  const events = drafts.map((draft, index): LogEvent => ({ ...draft, seq: index + 1, at }));
  replica.apply({ kind: 'events', now: clock.now(), events });
  const state = {
    workspace: { id: 'ws_1', slug: 'team', name: 'Team' },
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    workstreams: [],
  };
  const main = replica.sessionOf(conversation);
  assert.ok(main);
  replica.release(main);
  const snapshot = () => replica.apply({ kind: 'snapshot', seq: 4, now: clock.now(), state });
  const held = () => replica.liveReservations(replica.nowMs()).map(({ filePath }) => filePath);
  return { replica, snapshot, held: () => held().toSorted() };
}

const end: QueuedCommand = {
  input: { event: 'sessionEnd', workspace_slug: 'team', conversation_id: 'mine' },
  conversation,
  idempotencyKey: 'k',
  sessionId: 'sess_',
};

test('SES-3 a snapshot that has the session counts again, with its subagents', () => {
  const { snapshot, held } = ended();
  assert.equal(held(), []);
  snapshot();
  assert.equal(held(), ['src/.ts', 'src/sub.ts']);
});

test('SES-3 after a snapshot an end that waits for the relay still counts', () => {
  const { replica, snapshot, held } = ended();
  snapshot();
  endQueuedAgain(replica, [end]);
  assert.equal(held(), []);
});

test('SES-3 an end that waited, and that the relay refuses, was none, for the subagents neither', () => {
  const { replica, held } = ended();
  applyReplayedReply({ replica, notifications }, end, refuse('Forbidden', 'no'));
  assert.equal(held(), ['src/.ts', 'src/sub.ts']);
});

test.run();
