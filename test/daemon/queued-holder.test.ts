/** OFF-4: who holds what waits in the outbox, when the daemon was killed before it saved anything else. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  holderOfQueued,
  restoreProvisionalReservations,
} from '../../daemon/hooks/outbox-replay.ts';
import type { Command } from '../../daemon/replica/outbox.ts';
import { reservationRecords, sessionRecords } from '../../daemon/replica/records.ts';
import { Replica } from '../../daemon/replica/replica.ts';
import { emptyState } from '../../daemon/replica/workspace-state.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import { FakeClock, minutes } from '../support/fake-clock.ts';

const test = suite('whose queued commands are');
const clock = new FakeClock();
const user = { userId: 'usr_me', userName: 'Me' };
const conversation = { conversationId: 'mine', agentId: '' };

function written(): Command {
  const expiresAt = clock.now() + minutes(10);
  return {
    input: { event: 'postToolUse', workspace_slug: 'team', conversation_id: 'mine' },
    conversation,
    idempotencyKey: 'k',
    reservation: { filePath: 'src/a.ts', places: [placeNamed('login')], expiresAt },
  };
}

/** What a daemon knows that was killed after the conversation wrote. */
function restarted(task?: string): Replica {
  const before = new Replica(clock, emptyState(), user);
  before.openLocally(conversation, { agentType: 'test', task });
  const queued = { ...written(), ...holderOfQueued(before, written()) };
  const after = new Replica(clock, emptyState(), user);
  restoreProvisionalReservations(after, [queued]);
  return after;
}

test('OFF-4 the holder has its name and its task again', () => {
  const replica = restarted('Tidy up');
  const [held] = reservationRecords(replica);
  assert.equal([held?.user_name, held?.current_task], ['Me', 'Tidy up']);
  const { length } = sessionRecords(replica);
  assert.is(length, 1);
  assert.is(replica.sessionOf(conversation)?.id, held?.session_id);
});

test('OFF-4 a session without a task comes back without one', () => {
  assert.is(reservationRecords(restarted())[0]?.current_task, '');
});

test.run();
