import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Changes } from '../../shared/contract/changes.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { HookReply, TestAgent } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';

const file = 'src/a.ts';
const base = 'a'.repeat(40);

type Ranges = Changes['parts'][number]['lines'];

/** A write as a daemon reports it: the places that it touched, with the lines of each. */
interface Write {
  readonly file?: string;
  /** By the name of the place. */
  readonly parts: Readonly<Record<string, Ranges>>;
  readonly base?: string;
}

const lines = (start: number, end: number): Ranges => [{ start, end }];
const added = (start: number): Ranges => [{ start, end: start, adds_imports: true }];

function bodyOf({ file: path = file, parts, base: of = base }: Write) {
  const isNamed = (name: string) => !['*', '~', 'import'].includes(name);
  const changed = Object.entries(parts).map(([name, ranges]) => ({
    symbol_id: `${path}#${name}`,
    lines: ranges,
  }));
  return {
    file_path: path,
    symbol_ids: Object.keys(parts)
      .filter(isNamed)
      .map((name) => `${path}#${name}`),
    changes: { base: of, parts: changed },
  };
}

const edit = (agent: TestAgent, write: Write) =>
  agent.send({ event: 'postToolUse', ...bodyOf(write) });
const check = (agent: TestAgent, write: Write) =>
  agent.send({ event: 'preToolUse', ...bodyOf(write) });

const setPolicy = (world: World, conflict_policy: ConflictPolicy) =>
  world.as('ada').ok('changeWorkspace', { id: world.workspace.id, conflict_policy });

/** What each policy says about the second write while the first one's reservation lives. */
async function verdicts(world: World, first: Write, second: Write) {
  const found: Partial<Record<ConflictPolicy, string>> = {};
  for (const policy of ['symbols', 'members', 'lines'] as const) {
    await setPolicy(world, policy);
    const ada = world.as('ada').agent();
    assert.equal((await edit(ada, first)).conflicts, [], 'the first write is free');
    found[policy] = (await check(world.as('bob').agent(), second)).permission ?? '';
    await ada.end();
  }
  return found;
}

const allow = { symbols: 'allow', members: 'allow', lines: 'allow' };
const deny = { symbols: 'deny', members: 'deny', lines: 'deny' };

scenario('RSV-12', 'two members of one class collide under `symbols` only', async (world) => {
  const first = { parts: { 'Session.open': lines(3, 5) } };
  const second = { parts: { 'Session.close': lines(9, 10) } };
  assert.equal(await verdicts(world, first, second), { ...allow, symbols: 'deny' });
});

scenario('RSV-12', 'one symbol, other lines: free under `lines` only', async (world) => {
  const first = { parts: { login: lines(3, 5) } };
  const second = { parts: { login: lines(9, 10) } };
  assert.equal(await verdicts(world, first, second), { ...deny, lines: 'allow' });
});

scenario('RSV-11', 'touching lines of two symbols are denied under every policy', async (world) => {
  const first = { parts: { login: lines(3, 5) } };
  assert.equal(await verdicts(world, first, { parts: { logout: lines(5, 6) } }), deny);
  assert.equal(await verdicts(world, first, { parts: { logout: lines(6, 7) } }), allow);
});

scenario('RSV-12', 'a file that is taken whole is shared by lines under `lines`', async (world) => {
  const python = (ranges: Ranges): Write => ({ file: 'src/a.py', parts: { '*': ranges } });
  assert.equal(await verdicts(world, python(lines(3, 5)), python(lines(9, 10))), {
    ...deny,
    lines: 'allow',
  });
  assert.equal(await verdicts(world, python(lines(3, 5)), python(lines(5, 10))), deny);
});

scenario('RSV-12', 'two agents hold one whole file by their lines', async (world) => {
  await setPolicy(world, 'lines');
  const python = (ranges: Ranges): Write => ({ file: 'src/a.py', parts: { '*': ranges } });
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  assert.equal((await edit(ada, python(lines(3, 5)))).reserved, ['src/a.py']);
  assert.equal((await edit(bob, python(lines(9, 10)))).reserved, ['src/a.py']);
  await edit(ada, python(lines(20, 22)));
  const held = await world.as('bob').reservations();
  const rangesOf = (name: string) =>
    held
      .filter(({ user_name }) => user_name === name)
      .map((one) => [one.symbol_ids, one.lines?.ranges]);
  assert.equal(rangesOf('ada'), [[[], [...lines(3, 5), ...lines(20, 22)]]]);
  assert.equal(rangesOf('bob'), [[[], lines(9, 10)]]);
  const raced = await edit(bob, python(lines(21, 22)));
  assert.equal(
    raced.conflicts?.map(({ holder, lines: touched }) => [holder, touched]),
    [['ada', { start: 20, end: 22 }]],
  );
});

scenario('RSV-12', 'without known lines the names decide, whatever the policy', async (world) => {
  const second = { parts: { login: lines(9, 10) } };
  assert.equal(await verdicts(world, { parts: { login: [] } }, second), deny);
});

scenario('RSV-14', 'imports and comments collide by their lines only', async (world) => {
  const [imports, comment] = [{ parts: { import: lines(1, 2) } }, { parts: { '~': lines(3, 4) } }];
  assert.equal(await verdicts(world, imports, { parts: { import: lines(5, 6) } }), allow);
  assert.equal(await verdicts(world, imports, { parts: { import: lines(2, 3) } }), deny);
  assert.equal(await verdicts(world, comment, { parts: { '~': lines(9, 10) } }), allow);
  assert.equal(await verdicts(world, comment, { parts: { login: lines(4, 5) } }), deny);
});

scenario('RSV-14', 'two sessions may both add imports in one place', async (world) => {
  const write = { parts: { import: added(2) } };
  assert.equal(await verdicts(world, write, write), allow);
  assert.equal(await verdicts(world, write, { parts: { import: lines(2, 3) } }), deny);
});

scenario(
  'RSV-1',
  'lines without a meaning are held, but not named in the answer',
  async (world) => {
    const ada = world.as('ada').agent();
    const answer = await edit(ada, { parts: { '~': lines(3, 5) } });
    assert.equal(answer.reserved, []);
    assert.is(answer.expires_at, new Date(world.clock.now() + minutes(10)).toISOString());
    const [held] = await world.as('bob').reservations();
    assert.equal(held?.symbol_ids, [`${file}#~`]);
    assert.equal(held?.lines, { base, ranges: lines(3, 5) });
    const denied = await check(world.as('bob').agent(), { parts: { login: lines(4, 6) } });
    assert.match(denied.message ?? '', `Lines 4-5 of ${file} are held by ada`);
    assert.match(denied.message ?? '', `symbol_ids ["${file}#~"]`);
  },
);

scenario('RSV-13', 'what a wait gave holds by its name under every policy', async (world) => {
  for (const policy of ['symbols', 'members', 'lines'] as const) {
    await setPolicy(world, policy);
    const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
    await edit(ada, { parts: { login: lines(3, 5) } });
    const session_id = await bob.start();
    const wait = await world.as('bob').ok('addWait', {
      id: world.workspace.id,
      session_id,
      file,
      symbol_ids: [`${file}#login`],
      wish: 'grant',
    });
    assert.is(wait.status, 'waiting', `${policy}: a wait is for the name`);
    await ada.end();
    const elsewhere = { parts: { login: lines(90, 91) } };
    const [held] = await world.as('bob').reservations();
    assert.is(held?.asked, true);
    assert.is((await check(ada, elsewhere)).permission, 'deny', policy);
    assert.equal((await edit(bob, { parts: { login: lines(3, 4) } })).conflicts, []);
    assert.is((await check(ada, elsewhere)).permission, 'deny', `${policy}, after a write`);
    assert.is((await check(ada, { parts: { logout: lines(90, 91) } })).permission, 'allow');
    await bob.end();
    await ada.end();
  }
});

scenario('NEG-2', 'who gives a class gives its members, with their lines', async (world) => {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  const adas = await edit(ada, {
    parts: { 'Session.open': lines(3, 5), 'Session.close': lines(9, 10), login: lines(20, 21) },
  });
  const session_id = await bob.start();
  const { id } = world.workspace;
  const opened = await world.as('bob').ok('openNegotiation', {
    id,
    session_id,
    file,
    symbol_ids: [`${file}#Session`],
    counterparty_session: adas.session_id,
    rationale: 'I rename it',
  });
  await world.as('ada').ok('respondNegotiation', {
    id,
    negotiation_id: opened.id,
    session_id: adas.session_id,
    action: 'yield',
  });
  const held = (await world.as('bob').reservations()).map((one) => [
    one.user_name,
    one.symbol_ids[0],
    one.asked ?? false,
  ]);
  assert.equal(held, [
    ['bob', `${file}#Session`, true],
    ['ada', `${file}#login`, false],
  ]);
});

scenario(
  'RSV-12',
  'the policy is told to daemons at once, and only admins change it',
  async (world) => {
    const reader = await world.as('bob').feed();
    await setPolicy(world, 'lines');
    const event = await reader.next('workspace_changed');
    assert.is(event.data['conflict_policy'], 'lines');
    reader.close();
    const input = { id: world.workspace.id, conflict_policy: 'symbols' } as const;
    assert.is((await world.as('bob').refused('changeWorkspace', input)).status, 403);
  },
);

scenario(
  'RSV-11',
  'changed parts of another file are refused, and lines that run backwards',
  async (world) => {
    const ada = world.as('ada').agent();
    const send = (parts: Changes['parts']) =>
      world.as('ada').refused('hook', {
        event: 'postToolUse',
        workspace_slug: world.workspace.slug,
        conversation_id: 'c',
        file_path: file,
        changes: { base, parts },
      });
    await ada.start();
    for (const parts of [
      [{ symbol_id: 'src/b.ts#login', lines: lines(1, 2) }],
      [{ symbol_id: `${file}#login`, lines: lines(2, 1) }],
      [{ symbol_id: `${file}#login`, lines: lines(0, 10_000_001) }],
    ]) {
      const refused = await send(parts);
      assert.is(refused.status, 400);
      assert.match(String(refused['field']), 'changes');
    }
  },
);

scenario('RSV-7', 'a list of several sessions in one place is read page by page', async (world) => {
  await setPolicy(world, 'lines');
  const people = ['ada', 'bob', 'cleo'] as const;
  for (const [at, name] of people.entries())
    await edit(world.as(name).agent(), { parts: { login: lines(at * 10, at * 10 + 1) } });
  const found: string[] = [];
  let before: string | undefined;
  do {
    const query = { id: world.workspace.id, limit: 1, ...(before && { before }) };
    const page = await world.as('ada').call('listReservations', query);
    found.push(
      ...(page.body as HookReply[] as { user_name?: string }[]).map((one) => one.user_name ?? ''),
    );
    before = page.headers['x-next-cursor'] as string | undefined;
  } while (before !== undefined);
  assert.equal(found.sort(), [...people]);
});

test.run();
