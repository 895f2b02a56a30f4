import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lockWorkspaces } from '../../relay/access/queries.ts';
import { MustRuleCache } from '../../relay/conventions/must-rule-cache.ts';
import type { Connection } from '../../relay/store/database.ts';
import type { Transaction } from '../../relay/store/group-committer.ts';
import { LogWriter } from '../../relay/store/log-writer.ts';
import { openDatabase } from '../../relay/store/open.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';

/** A connection that notes what it is asked for. */
function noting(connection: Connection, asked: string[]): Connection {
  return {
    kysely: connection.kysely,
    forUpdate: connection.forUpdate,
    select(text, parameters) {
      asked.push(text);
      return connection.select(text, parameters);
    },
    write: (text, parameters) => connection.write(text, parameters),
  };
}

function transactionOn(connection: Connection, nowMs: number): Transaction {
  return {
    connection,
    nowMs,
    log: new LogWriter(nowMs),
    policies: new Map(),
    afterCommit: [],
    runCascade: () => Promise.resolve(),
  };
}

/** As another relay on the same database: the titles of the rules, and how often they were read. */
async function loader(world: World) {
  const { id } = world.workspace;
  const cache = new MustRuleCache();
  const database = await openDatabase(world.database.address);
  const load = (nowMs = 0, isOpen = false) =>
    database.transaction(async (connection) => {
      const asked: string[] = [];
      const transaction = transactionOn(noting(connection, asked), nowMs);
      const locked = lockWorkspaces(transaction, [id]);
      if (isOpen) {
        await locked;
        transaction.log.append(id, { type: 'agent_sync', user: 'Ada', session_id: '', task: '' });
      }
      const rules = await cache.load(transaction, [id, id], locked);
      const read = asked.filter((text) => text.includes('FROM conventions')).length;
      return { titles: rules.get(id)?.map(({ title }) => title), read };
    });
  return { load, close: () => database.close() };
}

scenario(
  'CNV-1',
  'the hot path reads the rules again where one was changed, by whatever relay, and else not',
  async (world) => {
    const { id } = world.workspace;
    const { load, close } = await loader(world);
    assert.equal(await load(), { titles: [], read: 1 });
    assert.equal(await load(), { titles: [], read: 0 });
    const rule = { id, title: 'Generated', tier: 'must', affected_files: ['gen/**'] };
    const { id: cid } = await world.as('ada').ok('proposeConvention', rule);
    assert.equal(await load(), { titles: ['Generated'], read: 1 });
    await world.as('bob').agent().start();
    assert.equal(await load(), { titles: ['Generated'], read: 0 });
    await world.as('ada').ok('changeConvention', { id, cid, status: 'retired' });
    assert.equal(await load(), { titles: [], read: 1 });
    assert.equal(await load(), { titles: [], read: 0 });
    const uncommitted = await load(0, true);
    assert.equal(
      uncommitted,
      { titles: [], read: 1 },
      'what this transaction changed may not stay',
    );
    assert.equal(await load(600_000), { titles: [], read: 1 }, 'old events are deleted');
    await close();
  },
);

test.run();
