/** RSV-18: who is told that another works next to it, and who is told more than that. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NearbyNotifier } from '../../daemon/hooks/notices/nearby-notifier.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';

const file = 'src/auth.ts';
const changes = {
  base: 'b',
  parts: [{ symbol_id: `${file}#login`, lines: [{ start: 1, end: 2 }] }],
};

/** What both sessions are told when Ann writes in `login` of the file, in which Bob has another place. */
function toldOf(earlier: readonly object[]): string[] {
  const told: string[] = [];
  const user = { userId: 'usr_1', userName: 'Ann' };
  const held = (sessionId: string, symbol: string) => ({
    ...{ sessionId, symbol, within: 'login', filePath: file, userName: sessionId, task: '' },
    ...{ expiresAt: 10, fence: 1, asked: false },
  });
  const replica = {
    ...{ user, nowMs: () => 0, session: (id: string) => ({ id, ...user, active: true }) },
    reservationsOf: () => [held('ann', 'login'), held('bob', 'login.inner')],
  };
  const notifications = { add: ({ id }: { id: string }) => told.push(id) };
  const parts = { replica, notifications } as unknown as ConstructorParameters<
    typeof NearbyNotifier
  >[0];
  const reserved = {
    ...{ type: 'file_reserved', file, symbols: [`${file}#login`], session_id: 'ann', changes },
    ...{ by: 'Ann', task: '', expires_at: '', fresh: true, seq: 2, at: '' },
  };
  new NearbyNotifier(parts).onEvents([...earlier, reserved] as LogEvent[]);
  return told.sort();
}

test('RSV-18: both are told that they work side by side', () => {
  assert.equal(toldOf([]), ['ann', 'bob']);
});

test('RSV-18, RSV-6: who wrote over the other is not told as well that their lines do not touch', () => {
  const conflict = { type: 'conflict_detected', file, session_id: 'ann', holder_session_id: 'bob' };
  assert.equal(toldOf([{ ...conflict, kind: 'write_raced' }]), []);
  assert.equal(toldOf([{ ...conflict, kind: 'write_denied' }]), ['ann', 'bob']);
  const elsewhere = { ...conflict, kind: 'write_raced', file: 'src/other.ts' };
  assert.equal(toldOf([elsewhere]), ['ann', 'bob']);
});

test.run();
