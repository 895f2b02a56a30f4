import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppendedEvent } from '../../relay/store/log-writer.ts';
import type { Database } from '../../relay/store/database.ts';
import { openDatabase } from '../../relay/store/open.ts';
import { GroupCommitter, type Handler } from '../../relay/store/group-committer.ts';
import { lockWorkspaces } from '../../relay/access/queries.ts';
import { databaseKinds, dropDatabases, freshDatabase } from '../support/databases.ts';
import { FakeClock } from '../support/fake-clock.ts';

interface Fixture {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly published: AppendedEvent[];
}

/** Registers one test on each kind of database, with an open committer and one workspace. */
function onEach(title: string, run: (fixture: Fixture) => Promise<void>): void {
  for (const kind of databaseKinds) {
    test(`${title} [${kind}]`, async () => {
      const fresh = await freshDatabase(kind);
      const database = await openDatabase(fresh.address);
      const published: AppendedEvent[] = [];
      const committer = new GroupCommitter(database, new FakeClock(), (events) =>
        published.push(...events),
      );
      const workspace = {
        id: 'ws_1',
        slug: 'one',
        name: 'One',
        seq: 0,
        created_at: 0,
        branch_prefix: 'coord',
        gate_policy: 'reported',
        conflict_policy: 'members',
        tier: 'team',
        test_gaps: 'refused',
        must_rules: 'reviewed',
      };
      await fresh.write((rows) => rows.insertInto('workspaces').values(workspace).execute());
      try {
        await run({ database, committer, published });
      } finally {
        await committer.close();
        await database.close();
        await fresh.dispose();
      }
    });
  }
}

/** Renames the workspace and says so in its log; the name `bad` is a bug. */
const rename: Handler<string, string> = async (transaction, names) => {
  await lockWorkspaces(transaction, ['ws_1']);
  for (const name of names) {
    transaction.connection.write('INSERT INTO usage (user_id, day, requests) VALUES (?, ?, ?)', [
      name,
      'today',
      1,
    ]);
    transaction.log.append('ws_1', { type: 'workspace_renamed', name });
    if (name === 'bad') throw new Error('a bug');
  }
  return names.map((name) => `renamed ${name}`);
};

const echo: Handler<number, number> = (_transaction, numbers) =>
  Promise.resolve(numbers.map((number) => number * 10));

async function names({ database }: Fixture): Promise<string[]> {
  const rows = await database.reader
    .selectFrom('usage')
    .select('user_id')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

onEach(
  'a command that throws takes no neighbour with it, and nothing of it stays',
  async (fixture) => {
    const { committer, published, database } = fixture;
    const outcomes = await Promise.allSettled(
      ['a', 'bad', 'b', 'c'].map((name) => committer.submit(rename, name)),
    );
    assert.equal(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(await names(fixture), ['a', 'b', 'c']);
    assert.equal(
      published.map(({ event }) => [event.seq, event.type === 'workspace_renamed' && event.name]),
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    );
    const events = await database.reader
      .selectFrom('events')
      .select('seq')
      .orderBy('seq')
      .execute();
    assert.equal(
      events.map(({ seq }) => seq),
      [1, 2, 3],
    );
  },
);

onEach('a statement that fails at the end takes its whole transaction with it', async (fixture) => {
  const { committer, published } = fixture;
  await committer.submit(rename, 'same');
  const outcome = await Promise.allSettled([committer.submit(rename, 'same')]);
  assert.is(outcome[0]?.status, 'rejected');
  assert.equal(await names(fixture), ['same']);
  assert.is(published.length, 1, 'no event of it was published');
  assert.is(await committer.submit(rename, 'next'), 'renamed next');
  assert.is(published.at(-1)?.event.seq, 2, 'its seq was given out again');
});

onEach('answers belong to their commands, whatever stands between', async ({ committer }) => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 3 === 0 ? committer.submit(rename, `n${index}`) : committer.submit(echo, index),
    ),
  );
  for (const [index, answer] of answers.entries()) {
    assert.is(answer, index % 3 === 0 ? `renamed n${index}` : index * 10);
  }
});

onEach('what comes at once shares a commit', async ({ committer }) => {
  await Promise.all(Array.from({ length: 200 }, (_, index) => committer.submit(echo, index)));
  assert.is(committer.commands, 200);
  // At least 25 a commit, also where it takes fewer at a time.
  assert.ok(committer.commits <= 8, `${committer.commits} commits`);
});

onEach(
  'an event is published when it can be read, and before its command is answered',
  async (fixture) => {
    const { database, published } = fixture;
    const seen: Promise<number>[] = [];
    const committer = new GroupCommitter(database, new FakeClock(), (events) => {
      published.push(...events);
      const counting = database.reader.selectFrom('events').select('seq').execute();
      seen.push(counting.then(({ length }) => length));
    });
    await committer.submit(rename, 'a');
    assert.is(published.length, 1);
    assert.equal(await Promise.all(seen), [1]);
    await committer.close();
  },
);

onEach('closing finishes what was submitted and takes no more', async (fixture) => {
  const { committer } = fixture;
  const last = committer.submit(rename, 'last');
  const closing = committer.close();
  const late = await Promise.allSettled([committer.submit(rename, 'late')]);
  assert.is(late[0]?.status, 'rejected');
  await closing;
  assert.is(await last, 'renamed last');
  assert.equal(await names(fixture), ['last']);
});

test('DUR-5 whoever waits behind a transaction whose server says nothing does not wait once more', async () => {
  let tries = 0;
  const transaction = async (): Promise<never> => {
    tries += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Error('Query read timeout');
  };
  const silent = { dialect: 'postgres', transaction } as unknown as Database;
  const committer = new GroupCommitter(silent, new FakeClock(), () => undefined);
  const asked = Array.from({ length: 40 }, (_, at) => committer.submit(rename, `n${at}`));
  const ends = await Promise.allSettled(asked);
  assert.ok(ends.every(({ status }) => status === 'rejected'));
  assert.is(tries, 1);
});

test.after(dropDatabases);
test.run();
