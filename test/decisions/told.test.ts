/** Which agents were told of a decision, and how. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { listTools } from '../../shared/api/tools.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';

type Told = Output<'listTold'>['told'];

const decide = (world: World, title = 'Passwords are hashed with argon2') =>
  world.as('ada').ok('recordDecision', {
    workspace_id: world.workspace.id,
    title,
    rationale: 'login compares hashes only',
    files: ['src/auth.ts'],
  });

const told = async (world: World, decision_id: string): Promise<Told> =>
  (await world.as('cleo').ok('listTold', { id: world.workspace.id, decision_id })).told;

async function sessionOf(world: World, name: string, conversation: string): Promise<string> {
  const body = { event: 'file_check', conversation_id: conversation } as const;
  const { session_id = '' } = await world.as(name).hook(body);
  return session_id;
}

scenario('DEC-14', 'a briefing tells a session of the decisions that it names', async (world) => {
  const { id } = await decide(world);
  assert.equal(await told(world, id), []);
  const at = new Date(world.clock.now()).toISOString();
  const started = await world.as('bob').hook({ event: 'sessionStart', agent_type: 'cursor' });
  assert.match(started.additional_context ?? '', 'argon2');
  const { session_id = '' } = started;
  assert.equal(await told(world, id), [
    { session_id, user_name: 'bob', agent_type: 'cursor', at, by: 'briefing' },
  ]);
});

scenario('DEC-14', 'each way of telling is kept, the last one of a session', async (world) => {
  const { id: workspace_id, id } = world.workspace;
  const decision = (await decide(world)).id;
  const session_id = await sessionOf(world, 'bob', 'b-1');
  const byOf = async () => {
    world.clock.advance(1_000);
    return (await told(world, decision)).map(({ session_id: of, by }) => [of, by]);
  };
  await world.as('bob').ok('sync', { id, session_id, files: 'src/auth.ts', task: 'argon2' });
  assert.equal(await byOf(), [[session_id, 'sync']]);
  await world.as('bob').ok('search', { workspace_id, query: 'argon2 passwords', session_id });
  assert.equal(await byOf(), [[session_id, 'search']]);
  await world.as('bob').ok('ask', { id, question: 'argon2 passwords', session_id });
  assert.equal(await byOf(), [[session_id, 'ask']]);
  const auth = (meaning: string) =>
    fileOf('src/auth.ts', [symbolOf('login', { meaning_hash: meaning })]);
  await publish(world, 'bob', [auth('m1')]);
  await publish(world, 'bob', [auth('m2')], { session_id });
  assert.equal(await byOf(), [[session_id, 'hook']]);
});

scenario('DEC-14', 'a publication may name its session by the conversation', async (world) => {
  const { id } = await decide(world);
  const session_id = await sessionOf(world, 'bob', 'b-1');
  const auth = (meaning: string) =>
    fileOf('src/auth.ts', [symbolOf('login', { meaning_hash: meaning })]);
  await publish(world, 'bob', [auth('m1')]);
  const { stale_decisions: stale } = await publish(world, 'bob', [auth('m2')], {
    session_id: 'b-1',
  });
  assert.is(stale.length, 1);
  const of = (await told(world, id)).map((one) => [one.session_id, one.by]);
  assert.equal(of, [[session_id, 'hook']]);
});

scenario('DEC-14', 'nobody is told in the name of another user’s session', async (world) => {
  const { id: workspace_id } = world.workspace;
  const { id } = await decide(world);
  const session_id = await sessionOf(world, 'bob', 'b-1');
  const asked = { workspace_id, query: 'argon2 passwords' };
  for (const named of [session_id, 'sess_0']) {
    const refused = await world.as('cleo').refused('search', { ...asked, session_id: named });
    assert.is(refused.status, 404);
  }
  await world.as('cleo').ok('search', asked);
  assert.equal(await told(world, id), []);
});

scenario('DEC-14', 'the sessions are listed in pages, the last ones first', async (world) => {
  const { id } = world.workspace;
  const { id: decision_id } = await decide(world);
  const sessions: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const session_id = await sessionOf(world, 'bob', `b-${index}`);
    await world.as('bob').ok('search', { workspace_id: id, query: 'argon2', session_id });
    if (index !== 2) world.clock.advance(minutes(1));
    sessions.push(session_id);
  }
  const found: string[] = [];
  let before: string | undefined;
  do {
    const page: Output<'listTold'> = await world
      .as('cleo')
      .ok('listTold', { id, decision_id, limit: 2, before });
    assert.ok(page.told.length <= 2);
    found.push(...page.told.map(({ session_id }) => session_id));
    before = page.next_cursor;
  } while (before !== undefined);
  const [s0 = '', s1 = '', s2 = '', s3 = '', s4 = ''] = sessions;
  assert.equal(found, [s4, ...[s2, s3].sort().reverse(), s1, s0]);
  const unknown = { id, decision_id: 'dec_0' };
  assert.is((await world.as('cleo').refused('listTold', unknown)).status, 404);
  const wrong = { id, decision_id, before: 'x' };
  assert.is((await world.as('cleo').refused('listTold', wrong)).field, 'before');
});

scenario(
  'DEC-14',
  'what was told is on disk before the relay stops, and goes with the old events',
  async (world) => {
    const { id } = await decide(world);
    await world.as('bob').hook({ event: 'sessionStart' });
    await world.restart();
    const rows = () => world.database.rows.selectFrom('decision_tellings').selectAll().execute();
    const left = (count: number) =>
      eventually(`${count} rows`, async () => (await rows()).length === count || undefined);
    assert.is((await rows()).length, 1);
    const [row] = await rows();
    const many = Array.from({ length: 1_003 }, (_, index) => ({
      workspace_id: world.workspace.id,
      decision_id: 'dec_other',
      session_id: `sess_${index}`,
      at: world.clock.now() + index,
      told_by: 'sync',
    }));
    for (let at = 0; at < many.length; at += 100)
      await world.database.rows
        .insertInto('decision_tellings')
        .values(many.slice(at, at + 100))
        .execute();
    await world.restart();
    await left(1_001);
    const kept = await rows();
    assert.equal(
      kept.filter(({ decision_id }) => decision_id === id),
      [row],
    );
    assert.not.ok(kept.some(({ session_id }) => session_id === 'sess_2'));
    assert.ok(kept.some(({ session_id }) => session_id === 'sess_3'));
    world.clock.advance(minutes(60 * 24 * 400));
    await world.restart();
    await left(0);
  },
);

scenario(
  'DEC-14',
  'an agent that searches by its tool is known by its session, and its tool asks for none',
  async (world) => {
    const { id } = await decide(world);
    const session_id = await sessionOf(world, 'bob', 'b-1');
    const { search, ask } = Object.fromEntries(
      listTools().map(({ name, inputSchema }) => [name, inputSchema.properties]),
    );
    assert.equal(
      [search, ask].map((fields) => 'session_id' in (fields ?? {})),
      [false, false],
    );
    const args = { query: 'argon2 passwords' };
    await tool(world, 'bob', { tool: 'search', args });
    assert.equal(await told(world, id), [], 'a script without a session is nobody');
    const url = await world.as('bob').base();
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: {
        headers: {
          authorization: `Bearer ${world.as('bob').account.key}`,
          'x-coord-workspace': world.workspace.slug,
          connection: 'close',
        },
      },
    });
    const client = new Client({ name: 'zed', version: '1.0.0' });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    await client.callTool({ name: 'search', arguments: args });
    await client.close();
    const [first, ...others] = await told(world, id);
    assert.equal(others, []);
    assert.equal([first?.by, first?.agent_type, first?.user_name], ['search', 'zed', 'bob']);
    assert.is.not(first?.session_id, session_id);
  },
);

test.run();
