/** SES-3: what a subagent wrote goes to its conversation when it ends. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';

const file = 'src/a.ts';
const login = `${file}#login`;
const logout = `${file}#logout`;

interface Family {
  readonly main: ReturnType<ReturnType<World['as']>['agent']>;
  readonly sub: Family['main'];
  readonly mainId: string;
  readonly subId: string;
}

/** Ada's conversation with one subagent. */
async function family(world: World): Promise<Family> {
  const [main, sub] = [{}, { agent_id: 'sub-1' }].map((one) => world.as('ada').agent('tab-1', one));
  assert.ok(main && sub);
  return { main, sub, mainId: await main.start('sign-in'), subId: await sub.start() };
}

async function held(world: World) {
  const all = await world.as('bob').reservations();
  return all.flatMap((one) =>
    (one.symbol_ids.length === 0 ? [one.file_path] : one.symbol_ids).map((place) => ({
      place,
      session: one.session_id,
      at: one.expires_at,
    })),
  );
}

/** What is held as `place` of `main` or `sub`, sorted. */
async function heldBy(world: World, { mainId }: Family): Promise<string[]> {
  const all = await held(world);
  return all.map(({ place, session }) => `${place} ${session === mainId ? 'main' : 'sub'}`).sort();
}

scenario('SES-3', 'nobody gets between a subagent and its conversation', async (world) => {
  const one = await family(world);
  await one.sub.edit(file, ['login']);
  await one.main.edit(file, ['logout']);
  const ends = new Map((await held(world)).map(({ place, at }) => [place, at]));
  await world.pass(minutes(2));
  const feed = await world.as('bob').feed();
  await one.sub.end();
  assert.equal(await heldBy(world, one), [`${login} main`, `${logout} main`]);
  assert.equal(new Map((await held(world)).map(({ place, at }) => [place, at])), ends);
  assert.is((await world.as('bob').agent().check(file, ['login'])).permission, 'deny');
  assert.is((await one.main.check(file, ['login'])).permission, 'allow');
  await feed.next('session_ended', { session_id: one.subId, reason: 'ended' });
  assert.equal(
    feed.events
      .filter(({ type }) => type.startsWith('file_'))
      .map(({ type, data }) => [type, data['symbols'], data['session_id'], data['reason']]),
    [
      ['file_released', [login], one.subId, 'session_ended'],
      ['file_reserved', [login], one.mainId, undefined],
    ],
  );
  await world.pass(minutes(8));
  assert.equal(await heldBy(world, one), [], "the end is that of the subagent's last edit");
  feed.close();
});

scenario('SES-3', 'what both hold is merged, and ends as late as the later', async (world) => {
  const one = await family(world);
  await one.sub.edit(file, ['login']);
  await one.sub.edit('docs/a.md');
  await world.pass(minutes(2));
  await one.main.edit('docs/b.md');
  await one.sub.edit('docs/b.md');
  const late = (await held(world)).find(({ place }) => place === 'docs/b.md')?.at;
  await world.pass(minutes(1));
  await one.sub.end();
  assert.equal(await heldBy(world, one), ['docs/a.md main', 'docs/b.md main', `${login} main`]);
  assert.is((await held(world)).find(({ place }) => place === 'docs/b.md')?.at, late);
  await one.main.end();
  assert.equal(await held(world), []);
});

relayScenario('SES-3', 'a whole file takes the place of its parts', async (world) => {
  const one = await family(world);
  await one.main.edit(file, ['login']);
  await world.database.write((db) =>
    db
      .insertInto('reservations')
      .values({
        ...{ workspace_id: world.workspace.id, path_key: file, file_path: file, symbol: '*' },
        ...{ session_id: one.subId, fence: 1, expires_at: world.clock.now() + minutes(20) },
        ...{ within_symbol: '*', base: '', lines: '', asked: 0 },
      })
      .execute(),
  );
  await one.sub.end();
  assert.equal(await heldBy(world, one), [`${file} main`]);
  const rows = await world.database.rows.selectFrom('reservations').selectAll().execute();
  assert.equal(
    rows.map(({ symbol, expires_at }) => [symbol, expires_at - world.clock.now()]),
    [['*', minutes(20)]],
  );
});

scenario('SES-3', 'who waits is told nothing, and gets it when it is free', async (world) => {
  const one = await family(world);
  await one.sub.edit(file, ['login']);
  const { id } = world.workspace;
  const waits: string[] = [];
  for (const [name, wish] of [
    ['bob', 'grant'],
    ['cleo', 'tell'],
  ] as const) {
    const session_id = await world.as(name).agent().start();
    const asked = { id, session_id, symbol_ids: [login], wish };
    waits.push((await world.as(name).ok('addWait', asked)).id);
  }
  const statuses = async () =>
    Promise.all(
      waits.map(async (wait_id) => (await world.as('bob').ok('getWait', { id, wait_id })).status),
    );
  await one.sub.end();
  await world.quiet();
  assert.equal(await statuses(), ['waiting', 'waiting']);
  await one.main.end();
  assert.is((await statuses())[0], 'granted');
});

scenario('SES-3', 'what was only asked for is released', async (world) => {
  const one = await family(world);
  const asked = { id: world.workspace.id, session_id: one.subId, symbol_ids: [logout] };
  assert.is((await world.as('ada').ok('addWait', asked)).status, 'granted');
  await one.sub.edit(file, ['login']);
  await one.sub.end();
  assert.equal(await heldBy(world, one), [`${login} main`]);
});

scenario('SES-3', 'a conversation that has ended takes nothing over', async (world) => {
  const one = await family(world);
  await one.main.end();
  await one.sub.edit('docs/a.md');
  await one.sub.end();
  await world.quiet();
  assert.equal(await held(world), []);
  const lonely = world.as('bob').agent('tab-2', { agent_id: 'sub-1' });
  await lonely.edit('docs/a.md');
  await lonely.end();
  await world.quiet();
  assert.equal(await held(world), []);
});

scenario('SES-3, SES-4', 'one that waited long for its subagent goes on', async (world) => {
  const one = await family(world);
  await world.pass(minutes(4));
  await one.sub.edit('docs/a.md');
  await world.pass(minutes(2));
  assert.equal(
    (await world.as('bob').sessions()).map(({ id }) => id),
    [one.subId],
  );
  await one.sub.end();
  await world.quiet();
  assert.equal(await heldBy(world, one), ['docs/a.md main']);
  assert.equal(
    (await world.as('bob').sessions()).map(({ id, current_task }) => [id, current_task]),
    [[one.mainId, 'sign-in']],
  );
});

scenario('SES-3, NEG-1', 'who is asked for it is the conversation then', async (world) => {
  const one = await family(world);
  await one.sub.edit(file, ['login']);
  const { id } = world.workspace;
  const initiator_session = await world.as('bob').agent().start();
  const opening = { id, initiator_session, symbol_ids: [login], rationale: 'rename' };
  const { id: negotiation_id } = await world.as('bob').ok('openNegotiation', opening);
  await one.sub.end();
  await world.quiet();
  const { message = '' } = await one.main.send({ event: 'file_check' });
  assert.match(message, negotiation_id);
  const answer = { id, negotiation_id, from_session: one.mainId, action: 'yield' };
  const ended = await world.as('ada').ok('respondNegotiation', answer);
  assert.equal([ended.status, ended.outcome], ['resolved', 'yield']);
  assert.equal(
    (await held(world)).map(({ place, session }) => [place, session]),
    [[login, initiator_session]],
  );
});

relayScenario('SES-3, SES-6', 'of very many the first are handed over', async (world) => {
  const one = await family(world);
  const rows = Array.from({ length: 600 }, (_, at) => ({
    ...{ workspace_id: world.workspace.id, symbol: '*', session_id: one.subId, fence: 1 },
    ...{ path_key: `src/f${1000 + at}.ts`, file_path: `src/f${1000 + at}.ts` },
    ...{ expires_at: world.clock.now() + minutes(10), within_symbol: '*' },
    ...{ base: '', lines: '', asked: 0 },
  }));
  for (const part of [rows.slice(0, 300), rows.slice(300)])
    await world.database.write((db) => db.insertInto('reservations').values(part).execute());
  await one.sub.end();
  await world.sweep();
  const all = await world.database.rows.selectFrom('reservations').selectAll().execute();
  assert.ok(all.length >= 500 && all.length < 600, String(all.length));
  assert.ok(all.every(({ session_id }) => session_id === one.mainId));
});

test.run();
