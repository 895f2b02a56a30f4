/** Who is concerned when a symbol changes: those who work on its callers, and earlier decisions about it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import { auth } from './support.ts';

scenario('IMP-1', 'who works on a caller is notified that a signature changed', async (world) => {
  const handler = symbolOf('handler', { callees: ['src/auth.ts#login'] });
  const before = symbolOf('login', { signature: 'login(name)' });
  await publish(world, 'ada', [fileOf('src/auth.ts', [before]), fileOf('src/web.ts', [handler])]);
  const cleo = await world.as('cleo').agent('cleo-1').start();
  await world.as('cleo').agent('cleo-1').edit('src/web.ts', ['handler']);
  const editor = await world.as('bob').agent('bob-1').start();
  await world.as('bob').agent('bob-1').edit('src/auth.ts', ['login']);
  const feed = await world.as('cleo').feed();
  const after = symbolOf('login', { signature: 'login(name, code)', meaning_hash: 'm2' });
  const answer = await publish(world, 'bob', [fileOf('src/auth.ts', [after])], {
    session_id: editor,
  });
  const impact = {
    symbol: 'src/auth.ts#login',
    old_signature: 'login(name)',
    new_signature: 'login(name, code)',
    callers: ['src/web.ts#handler'],
    sessions: [cleo],
  };
  assert.equal(answer.impacts, [impact]);
  const { data } = await feed.next('signature_changed');
  for (const [key, value] of Object.entries(impact)) assert.equal(data[key], value, key);
  assert.is(data['session_id'], editor);
  feed.close();
});

scenario('IMP-1', 'who works on a member works on its class', async (world) => {
  const callees = ['src/auth.ts#login'];
  const version = (signature: string) => fileOf('src/auth.ts', [symbolOf('login', { signature })]);
  const caller = fileOf('src/web.ts', [symbolOf('Session', { callees })]);
  await publish(world, 'ada', [version('one'), caller]);
  const cleo = await world.as('cleo').agent('cleo-1').start();
  await world.as('cleo').agent('cleo-1').edit('src/web.ts', ['Session.open']);
  const { impacts } = await publish(world, 'ada', [version('two')]);
  assert.equal(impacts[0]?.sessions, [cleo]);
});

scenario('IMP-1', 'also who edited the caller lately, and nobody else', async (world) => {
  const handler = symbolOf('handler', { callees: ['src/auth.ts#login'] });
  const version = (signature: string) =>
    fileOf('src/auth.ts', [symbolOf('login', { signature }), symbolOf('unused', { signature })]);
  await publish(world, 'ada', [version('one'), fileOf('src/web.ts', [handler, 'other'])]);
  const editing = async (name: string, symbols: string[]) => {
    const agent = world.as(name).agent(`${name}-1`);
    const session = await agent.start();
    await agent.edit('src/web.ts', symbols);
    return session;
  };
  const bob = await editing('bob', ['handler']);
  await editing('cleo', ['other']);
  await world.pass(minutes(15));
  assert.equal((await publish(world, 'ada', [version('two')])).impacts[0]?.sessions, [bob]);
  await world.pass(minutes(60));
  const late = await publish(world, 'ada', [version('three')]);
  assert.is(late.impacts.length, 1, 'what nobody calls concerns nobody');
  assert.equal(late.impacts[0]?.sessions, []);
  const same = await publish(world, 'ada', [auth({ login: 'm9' })]);
  assert.is(same.impacts.length, 1);
});

scenario('IMP-1', 'an edit counts as long however much else happens', async (world) => {
  const { id: workspace_id } = world.workspace;
  const handler = symbolOf('handler', { callees: ['src/auth.ts#login'] });
  const version = (signature: string) => fileOf('src/auth.ts', [symbolOf('login', { signature })]);
  await publish(world, 'ada', [version('one'), fileOf('src/web.ts', [handler])]);
  const bob = world.as('bob').agent('bob-1');
  const session = await bob.start();
  await bob.edit('src/web.ts', ['handler']);
  await world.pass(minutes(15));
  const { rows } = world.database;
  const { seq } = await rows.selectFrom('workspaces').select('seq').executeTakeFirstOrThrow();
  const others = Array.from({ length: 1_500 }, (_, at) => ({
    workspace_id,
    seq: seq + 1 + at,
    at: world.clock.now(),
    type: 'graph_changed',
    payload: JSON.stringify({ graph_version: 1, files: [], removed: [] }),
  }));
  for (let at = 0; at < others.length; at += 100)
    await rows
      .insertInto('events')
      .values(others.slice(at, at + 100))
      .execute();
  await rows
    .updateTable('workspaces')
    .set({ seq: seq + others.length })
    .execute();
  assert.equal((await publish(world, 'ada', [version('two')])).impacts[0]?.sessions, [session]);
});

scenario('DEC-19', 'the tool names an earlier decision about the same symbol', async (world) => {
  await publish(world, 'ada', [auth()]);
  const record = (title: string, more: Input = {}) => {
    const args = { title, files: 'src/auth.ts', ...more };
    return tool<Output<'decide'> & { message?: string }>(world, 'ada', { tool: 'decide', args });
  };
  const first = await record('login takes a name');
  assert.is(first.message, undefined);
  assert.is((await record('logout takes nothing')).message, undefined, 'another symbol');
  const { message = '' } = await record('login takes an address');
  assert.match(
    message,
    `${first.id} “login takes a name” is also decided about src/auth.ts#login,`,
  );
  assert.match(message, `with supersedes: ${first.id}`);
  const both = await record('login takes both', { supersedes: first.id });
  assert.not.match(both.message ?? '', first.id);
});

test.run();
