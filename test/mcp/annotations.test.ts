/** MCP-7: what a tool says of itself, against what it does. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listTools } from '../../shared/api/tools.ts';
import type { World } from '../support/harness.ts';
import { relayScenario } from '../support/scenario.ts';
import { callTool, tool } from '../support/tools.ts';

/** What each tool may do: read only, add something, or end or take back what others see. */
const does = {
  reads: [
    ...['ask', 'search', 'symbols', 'convention_list', 'decisions_stale', 'negotiate_list'],
    ...['task_list', 'workstream_list'],
  ],
  takesBack: ['sync_retract'],
};

const args: Record<string, Record<string, unknown>> = {
  ask: { question: 'Why a queue?' },
  search: { query: 'queue' },
  symbols: { id: 'src/a.ts#login' },
};

test('MCP-7 only what changes nothing is announced as reading, and what takes back as destructive', () => {
  const hinted = (hint: string) =>
    listTools()
      .filter(({ annotations }) => annotations[hint] === true)
      .map(({ name }) => name)
      .sort();
  assert.equal(hinted('readOnlyHint'), does.reads.toSorted());
  assert.equal(hinted('destructiveHint'), does.takesBack.toSorted());
});

/** Everything that the relay keeps of workspaces: by table its rows as text, in no order. */
async function kept(world: World): Promise<Record<string, string[]>> {
  const { rows } = world.database;
  const tables = await rows.introspection.getTables();
  const named = tables.map(({ name }) => name as 'events').filter((name) => !notKept.test(name));
  const texts = await Promise.all(
    named.map(async (name) => {
      const all = await rows.selectFrom(name).selectAll().execute();
      // PostgreSQL answers a row that was updated, as with a key's last use, behind the others.
      return [name, all.map((row) => JSON.stringify(row, withoutLastUse)).sort()];
    }),
  );
  return Object.fromEntries(texts) as Record<string, string[]>;
}

/** What counts requests, and what only makes a search quicker. */
const notKept = /usage|search|fts|embedding/;

/** ACC-8: when a key was last used is written some time after the request. */
function withoutLastUse(column: string, value: unknown): unknown {
  return column === 'last_used_at' ? undefined : value;
}

relayScenario('MCP-7', 'a tool that is announced as reading changes nothing', async (world) => {
  const session_id = await world.as('bob').agent().start('Cart');
  await tool(world, 'bob', { tool: 'decide', args: { title: 'A queue', rationale: 'Why not' } });
  for (const { name, annotations } of listTools()) {
    if (annotations['readOnlyHint'] !== true) continue;
    const before = await kept(world);
    const answer = await callTool(world, world.as('bob'), { tool: name, args: args[name] ?? {} });
    assert.not.ok(answer.isError, `${name}: ${answer.text}`);
    assert.equal(await kept(world), before, name);
  }
  const before = (await kept(world))['events'];
  await tool(world, 'bob', { tool: 'sync', args: { session_id, task: 'x' } });
  assert.not.equal((await kept(world))['events'], before, 'sync tells the team');
});

test.run();
