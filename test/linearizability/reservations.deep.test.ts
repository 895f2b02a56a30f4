/**
 * RSV-7 and FED-2 against a real relay process: eight concurrent clients over HTTP, every call and return recorded, the
 * history checked for linearizability; then the same while the relay is killed twenty times.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addUser } from '../../relay/bootstrap.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import {
  databaseKinds,
  dropDatabases,
  freshDatabase,
  type TestDatabase,
} from '../support/databases.ts';
import { checkLinearizable } from '../support/linearizability.ts';
import { reservationModel } from '../support/reservation-model.ts';
import { runClient, type Client, type Recording, type Shape } from './clients.ts';
import { RelayProcess } from './relay-process.ts';
import { Subscriber } from './subscriber.ts';

const clientCount = 8;
const files = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/f.ts'];
const symbols = ['one', 'two', 'three'];
const operationsOfClient = 2_500;
const kills = 20;

const test = suite('linearizability');
test.after(dropDatabases);

for (const kind of databaseKinds) {
  test(`RSV-7 ${kind}: no double grant in 20,000 operations of eight clients`, async () => {
    // Short enough that reservations often end by themselves between two operations.
    const run = await race(await freshDatabase(kind), { ttlMs: 150, kills: 0 });
    assert.is(run.unanswered, 0);
    await judge(run, 150);
  });

  test(`RSV-7, RSV-8, FED-2 ${kind}: nothing acknowledged is lost over ${kills} kill -9`, async () => {
    // Long enough that a reservation outlives the restart, so that a lost one would be granted twice.
    const run = await race(await freshDatabase(kind), { ttlMs: 4_000, kills });
    assert.ok(run.unanswered > 0, 'the kills hit running operations');
    await judge(run, 4_000);
  });
}

interface Run {
  readonly recordings: readonly Recording[];
  readonly subscribers: readonly Subscriber[];
  readonly unanswered: number;
}

async function race(
  database: TestDatabase,
  { ttlMs, kills: wanted }: { ttlMs: number; kills: number },
): Promise<Run> {
  const relay = new RelayProcess(database.address, ttlMs);
  try {
    return await raceOn(relay, database, wanted);
  } finally {
    await relay.stop();
    await database.dispose();
  }
}

async function raceOn(relay: RelayProcess, database: TestDatabase, wanted: number): Promise<Run> {
  const clients = await addClients(database.address);
  await relay.start();
  const [first] = clients as [Client];
  const workspaceId = await makeWorkspace(relay.url, clients);
  const path = `/workspaces/${workspaceId}/feed`;
  const subscribers = [1, 2].map(() => new Subscriber(relay.url, path, first.key));
  const chaos = { killed: 0, answers: 0 };
  const isEnough = (operations: number) =>
    wanted === 0 ? operations >= operationsOfClient : chaos.killed >= wanted;
  const shape: Shape = { files, symbols, isEnough, onAnswer: () => (chaos.answers += 1) };
  const [recordings] = await Promise.all([
    Promise.all(clients.map((client) => runClient(relay.url, client, shape))),
    killing(relay, wanted, chaos),
  ]);
  const newest = await newestSeq(database, workspaceId);
  await Promise.all(subscribers.map((subscriber) => subscriber.stopAt(newest)));
  const unanswered = recordings
    .flatMap(({ history }) => history)
    .filter(({ output }) => output === undefined);
  return { recordings, subscribers, unanswered: unanswered.length };
}

/** Kills the relay whenever it has answered for a while, so that there is always something to lose. */
async function killing(
  relay: RelayProcess,
  wanted: number,
  chaos: { killed: number; answers: number },
): Promise<void> {
  while (chaos.killed < wanted) {
    const enough = chaos.answers + 50 + Math.random() * 150;
    while (chaos.answers < enough) await delay(1);
    await relay.kill();
    await relay.start();
    chaos.killed += 1;
  }
}

async function judge({ recordings, subscribers }: Run, ttlMs: number): Promise<void> {
  const history = recordings.flatMap((recording) => recording.history);
  const verdict = checkLinearizable(history, reservationModel({ ttlMs, clockSlackMs: 2 }));
  assert.ok(verdict.ok, verdict.ok ? '' : verdict.message);
  const acknowledged = recordings.flatMap((recording) => recording.acknowledged);
  assert.ok(acknowledged.length > 100, `${acknowledged.length} grants were acknowledged`);
  for (const { seen } of subscribers) {
    const wrong = seen.findIndex((event, index) => event.id !== index + 1);
    assert.is(wrong, -1, `FED-2: seq ${seen[wrong]?.id} stands at place ${wrong + 1}`);
    for (const { seq, by, file } of acknowledged) {
      const event = seen[seq - 1];
      assert.is(event?.type, 'file_reserved', `the event of acknowledged seq ${seq}`);
      assert.equal([event?.data['by'], event?.data['file']], [by, file]);
    }
  }
}

async function addClients(database: string): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < clientCount; index += 1) {
    const name = `client-${index}`;
    const user = await addUser({ database, name, email: `${name}@example.com` });
    if (isRefusal(user)) throw new Error(user.message);
    clients.push({ name, key: user.key });
  }
  return clients;
}

async function makeWorkspace(url: string, clients: readonly Client[]): Promise<string> {
  const [owner, ...others] = clients as [Client, ...Client[]];
  const { id } = (await call(`${url}/workspaces`, owner.key, { name: 'Race', slug: 'race' })) as {
    id: string;
  };
  for (const other of others) {
    const profile = (await call(`${url}/users/profile`, other.key)) as { id: string };
    await call(`${url}/workspaces/${id}/members`, owner.key, {
      user_id: profile.id,
      role: 'member',
    });
  }
  return id;
}

async function call(url: string, key: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${url} answers ${response.status}`);
  return response.json();
}

async function newestSeq({ rows }: TestDatabase, workspaceId: string): Promise<number> {
  const row = await rows
    .selectFrom('workspaces')
    .select('seq')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.seq;
}

test.run();
