/** In which order rows are locked, as two relays on one PostgreSQL must not wait for each other. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lockMemberships, lockWorkspaces } from '../../relay/access/queries.ts';
import type { Connection } from '../../relay/store/database.ts';
import type { GroupCommitter, Handler, Transaction } from '../../relay/store/group-committer.ts';
import { RateLimits } from '../../relay/transport/limits.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A transaction that keeps the parameters of its selections, end to end. */
function recorded(): { transaction: Transaction; sent: unknown[]; statements: () => number } {
  const sent: unknown[] = [];
  let statements = 0;
  const select: Connection['select'] = (_text, parameters) => {
    statements += 1;
    sent.push(...parameters);
    return Promise.resolve([]);
  };
  const connection = { select, forUpdate: ' FOR UPDATE' } as unknown as Connection;
  return { transaction: { connection } as Transaction, sent, statements: () => statements };
}

test('DUR-11: many workspaces are locked in the order of their ids, over all statements', async () => {
  const { transaction, sent, statements } = recorded();
  await lockWorkspaces(transaction, ['ws_e', 'ws_b', 'ws_d', 'ws_c', 'ws_a']);
  assert.is(statements(), 2);
  assert.equal(sent, ['ws_a', 'ws_b', 'ws_c', 'ws_d', 'ws_e']);
});

test('DUR-11: many memberships are locked in the order of their ids, over all statements', async () => {
  const { transaction, sent, statements } = recorded();
  await lockMemberships(transaction, [
    ['ws_b', 'usr_2'],
    ['ws_b', 'usr_1'],
    ['ws_a', 'usr_3'],
  ]);
  assert.is(statements(), 2);
  assert.equal(sent, ['ws_a', 'usr_3', 'ws_b', 'usr_1', 'ws_b', 'usr_2']);
});

test('DUR-11: requests are counted in the order of the users', async () => {
  const { transaction, sent } = recorded();
  const submit = (handler: Handler<unknown, unknown>, one: object) => {
    const other = { ...one, userId: 'usr_a' };
    return handler(transaction, [one, other]).then(([requests]) => requests);
  };
  const limits = new RateLimits({ submit } as unknown as GroupCommitter, new FakeClock());
  const caller = { userId: 'usr_b', keyId: '', name: '', email: '', createdAt: 0 };
  await limits.admit({ ...caller, tier: 'free' });
  assert.equal(
    sent.filter((value) => String(value).startsWith('usr_')),
    ['usr_a', 'usr_b'],
  );
});

test.run();
