import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { denialMessage } from '../../shared/reservations/denial.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input, TestAgent } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { callTool, tool } from '../support/tools.ts';
import { eventually } from '../support/waiting.ts';

type Negotiation = Output<'openNegotiation'>;

/** Ada holds `login` and `logout` of one file, and Bob's agent wants them. */
interface Contest {
  readonly world: World;
  readonly ada: TestAgent;
  readonly bob: TestAgent;
  readonly adas: string;
  readonly bobs: string;
}

const file = 'src/a.ts';
const both = [`${file}#login`, `${file}#logout`];

async function contest(world: World, held = ['login', 'logout']): Promise<Contest> {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  const adas = await ada.start('sign-in');
  await ada.edit(file, held);
  return { world, ada, bob, adas, bobs: await bob.start('rename the user') };
}

function opening({ world, bobs }: Contest, input: Input = {}): Input {
  const { id } = world.workspace;
  return { id, initiator_session: bobs, file, symbol_ids: both, rationale: 'rename', ...input };
}

function open(contested: Contest, input: Input = {}): Promise<Negotiation> {
  return contested.world.as('bob').ok('openNegotiation', opening(contested, input));
}

function answering({ world }: Contest, { id }: Negotiation, input: Input): Input {
  return { id: world.workspace.id, negotiation_id: id, ...input };
}

/** Ada's session answers. */
function ada(contested: Contest, about: Negotiation, input: Input): Promise<Negotiation> {
  const answer = answering(contested, about, { from_session: contested.adas, ...input });
  return contested.world.as('ada').ok('respondNegotiation', answer);
}

function bob(contested: Contest, about: Negotiation, input: Input): Promise<Negotiation> {
  const answer = answering(contested, about, { from_session: contested.bobs, ...input });
  return contested.world.as('bob').ok('respondNegotiation', answer);
}

function look({ world }: Contest, { id }: Negotiation): Promise<Negotiation> {
  const input = { id: world.workspace.id, negotiation_id: id };
  return world.as('cleo').ok('getNegotiation', input);
}

/** `login by bob`, for every live reservation. */
async function held(world: World): Promise<string[]> {
  const reservations = await world.as('cleo').reservations();
  return reservations
    .map(({ file_path, symbol_ids, user_name }) => `${symbol_ids[0] ?? file_path} by ${user_name}`)
    .sort();
}

/** What the agent's hook answers say, until they say something. */
function nextMessage(agent: TestAgent): Promise<string> {
  const said = async () => (await agent.send({ event: 'file_check' })).message;
  return eventually('something that is said', said);
}

/** Time goes by while both agents work. */
async function passAtWork({ world, ada, bob }: Contest, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minutes(4)) {
    await ada.send({ event: 'file_check' });
    await bob.send({ event: 'file_check' });
    await world.pass(Math.min(left, minutes(4)));
  }
}

scenario('NEG-1', 'a session asks for what another one holds', async (world) => {
  const contested = await contest(world);
  const feed = await world.as('cleo').feed();
  const made = await open(contested, { deadline_ms: 60_000, max_turns: 3 });
  assert.match(made.id, /^neg_/);
  assert.equal(made, {
    id: made.id,
    file,
    symbol_ids: both,
    initiator_session: contested.bobs,
    initiator: 'bob',
    counterparty_session: contested.adas,
    counterparty: 'ada',
    rationale: 'rename',
    status: 'open',
    waiting_for: 'counterparty',
    turn_count: 0,
    max_turns: 3,
    deadline_ms: 60_000,
    deadline_at: new Date(world.clock.now() + 60_000).toISOString(),
    turns: [],
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const { data } = await feed.next('negotiation_opened', { initiator: 'bob' });
  assert.is(data['counterparty_session'], contested.adas);
  assert.equal(data['symbols'], both);
  assert.equal(await look(contested, made), made);
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by ada`], 'nothing moved yet');
  feed.close();
});

scenario('NEG-1', 'both parties are notified with their next hook answer, once', async (world) => {
  const contested = await contest(world);
  const { id } = await open(contested);
  assert.match(await nextMessage(contested.ada), `bob asks you for ${both.join(', ')}`);
  assert.not((await contested.ada.send({ event: 'file_check' })).message, 'said once');
  await ada(contested, { id } as Negotiation, { action: 'yield' });
  assert.match(await nextMessage(contested.bob), `the negotiation ${id} about`);
  const write = await contested.bob.edit(file, ['login']);
  assert.not(write.message, 'neither its daemon nor the relay says it again');
});

scenario('NEG-1', 'the file may be left to the ids, names are of the file', async (world) => {
  const contested = await contest(world);
  const byId = await open(contested, { file: undefined, symbol_ids: [`${file}#login`] });
  assert.is(byId.file, file);
  const byName = await open(contested, { symbol_ids: undefined, symbol_names: ['logout'] });
  assert.equal(byName.symbol_ids, [`${file}#logout`]);
  assert.is(byName.deadline_ms, minutes(5), 'five minutes unless said');
});

scenario('NEG-1', 'a name alone is the symbol that another session holds', async (world) => {
  const contested = await contest(world);
  await contested.bob.edit('src/own.ts', ['login']);
  const known = ['src/other.ts', 'src/known.ts', 'src/twice.ts'].map((path, at) =>
    fileOf(path, [symbolOf(at === 0 ? 'login' : 'search')]),
  );
  await publish(world, 'cleo', known);
  const input = { file: undefined, symbol_ids: undefined, symbol_names: ['login'] };
  assert.equal((await open(contested, input)).symbol_ids, [both[0]]);
  const refusedFor = (symbol_names: readonly string[]) =>
    world.as('bob').refused('openNegotiation', opening(contested, { ...input, symbol_names }));
  const several = await refusedFor(['search']);
  assert.is(several.status, 400);
  assert.is(several.field, 'symbol_names');
  assert.match(several.message, 'src/known.ts#search, src/twice.ts#search');
  assert.is((await refusedFor(['nothing'])).status, 400);
  assert.is((await refusedFor(['login', 'search'])).status, 400, 'not of one file');
  await contested.ada.edit('src/twice.ts');
  const held = await open(contested, { ...input, symbol_names: ['search'] });
  assert.equal(held.symbol_ids, ['src/twice.ts#search'], 'the only one that is held');
  await contested.ada.edit('src/known.ts', ['search']);
  assert.is((await refusedFor(['search'])).status, 400, 'both are held');
});

relayScenario('NEG-1', 'what nobody else holds needs no negotiation', async (world) => {
  const contested = await contest(world, ['login']);
  const { bob } = contested;
  await bob.edit(file, ['mine']);
  const refused = (input: Input) =>
    world.as('bob').refused('openNegotiation', opening(contested, input));
  const free = await refused({ symbol_ids: [`${file}#free`] });
  assert.is(free.status, 409);
  assert.match(free.message, /^Nobody holds .*: just edit it/);
  const own = await refused({ symbol_ids: [`${file}#mine`] });
  assert.is(own.status, 409);
  assert.match(own.message, `You hold ${file}#mine yourself: just edit it.`);
  await world.pass(minutes(10));
  await bob.start();
  const ended = await refused({ symbol_ids: [`${file}#login`] });
  assert.match(
    ended.message,
    /^Nobody holds .*: just edit it/,
    'a reservation that has ended counts no longer',
  );
});

relayScenario('NEG-1', 'of several holders one has to be named', async (world) => {
  const contested = await contest(world, ['login']);
  const cleo = world.as('cleo').agent();
  const cleos = await cleo.start();
  await cleo.edit(file, ['logout']);
  const unnamed = await world.as('bob').refused('openNegotiation', opening(contested));
  assert.is(unnamed.status, 409);
  for (const id of [contested.adas, cleos]) assert.match(unnamed.message, id);
  const stranger = opening(contested, { counterparty_session: 'sess_nothing' });
  assert.is((await world.as('bob').refused('openNegotiation', stranger)).status, 409);
  const made = await open(contested, { counterparty_session: cleos });
  assert.is(made.counterparty, 'cleo');
});

relayScenario('NEG-1', 'one negotiation at a time about the same thing', async (world) => {
  const contested = await contest(world);
  const first = await open(contested, { symbol_ids: [`${file}#login`] });
  for (const input of [{ symbol_ids: [`${file}#login`] }, { symbol_ids: [] }]) {
    const second = await world.as('bob').refused('openNegotiation', opening(contested, input));
    assert.is(second.status, 409);
    assert.match(second.message, first.id);
  }
  assert.is((await open(contested, { symbol_ids: [`${file}#logout`] })).status, 'open');
  await ada(contested, first, { action: 'hold' });
  assert.is((await open(contested, { symbol_ids: [`${file}#login`] })).status, 'open');
});

relayScenario('NEG-1', 'whoever asks is a live session of the caller', async (world) => {
  const contested = await contest(world);
  const refused = (input: Input) =>
    world.as('bob').refused('openNegotiation', opening(contested, input));
  const none = await refused({ initiator_session: undefined });
  assert.is(none.status, 400);
  assert.is(none.field, 'session_id');
  for (const initiator_session of ['sess_nothing', contested.adas])
    assert.is((await refused({ initiator_session })).status, 404);
  await contested.bob.end();
  assert.is((await refused({})).status, 409);
  await contested.bob.start();
  assert.is((await open(contested, { initiator_session: 'bob-1' })).status, 'open');
});

relayScenario('NEG-1', 'what cannot be meant is refused with the field', async (world) => {
  const contested = await contest(world);
  const cases = [
    ['file', { file: undefined, symbol_ids: undefined }],
    ['file', { file: undefined, symbol_ids: ['login'] }],
    ['file', { file: '../x.ts', symbol_ids: undefined }],
    ['symbol_ids', { symbol_ids: ['src/b.ts#login'] }],
    ['symbol_names', { symbol_ids: undefined, symbol_names: ['src/b.ts#login'] }],
    ['rationale', { rationale: '' }],
    ['max_turns', { max_turns: 0 }],
    ['max_turns', { max_turns: 51 }],
    ['deadline_ms', { deadline_ms: 0 }],
    ['deadline_ms', { deadline_ms: 86_400_001 }],
  ] as const;
  for (const [field, input] of cases) {
    const refused = await world.as('bob').refused('openNegotiation', opening(contested, input));
    assert.is(refused.status, 400, JSON.stringify(input));
    assert.is(refused.field, field, refused.message);
  }
});

scenario('NEG-2', 'yield hands the symbols over in one transaction', async (world) => {
  const contested = await contest(world);
  const feed = await world.as('cleo').feed();
  const made = await open(contested);
  await world.pass(minutes(2));
  const ended = await ada(contested, made, { action: 'yield', note: 'go ahead' });
  assert.is(ended.status, 'resolved');
  assert.is(ended.outcome, 'yield');
  assert.is(ended.waiting_for, undefined);
  assert.is(ended.ended_by, world.as('ada').id);
  assert.is(ended.turn_count, 1);
  assert.equal(
    ended.turns.map(({ turn, by, action, note }) => [turn, by, action, note]),
    [[1, 'ada', 'yield', 'go ahead']],
  );
  const reservations = await world.as('cleo').reservations();
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  const released = await feed.next('file_released');
  const reserved = await feed.next('file_reserved', { by: 'bob' });
  const event = await feed.next('negotiation_ended');
  assert.is(released.data['reason'], 'negotiated');
  assert.is(reserved.data['seq'], (released.data['seq'] as number) + 1, 'nothing between the two');
  assert.is(event.data['seq'], (reserved.data['seq'] as number) + 1);
  assert.equal(event.data['initiator_symbols'], both);
  assert.equal(event.data['counterparty_symbols'], []);
  for (const reservation of reservations) {
    assert.is(reservation.fence, reserved.data['seq'], 'a new fence');
    assert.is(reservation.minutes_remaining, 10);
  }
  assert.is((await contested.ada.check(file, ['login'])).permission, 'deny');
  assert.is((await contested.bob.check(file, ['login'])).permission, 'allow');
  feed.close();
});

scenario('NEG-2', 'a whole file that is yielded for a symbol is released', async (world) => {
  const contested = await contest(world, []);
  const made = await open(contested, { symbol_ids: [`${file}#login`] });
  await ada(contested, made, { action: 'yield' });
  assert.equal(await held(world), [`${file}#login by bob`]);
});

relayScenario('NEG-2', 'who holds a whole file keeps what it does not yield', async (world) => {
  const contested = await contest(world, []);
  await publish(world, 'ada', [fileOf(file, ['login', 'logout', 'Session'])]);
  const made = await open(contested, { symbol_ids: [`${file}#login`] });
  await ada(contested, made, { action: 'yield' });
  const now = await held(world);
  assert.ok(now.includes(`${file}#login by bob`), now.join());
  for (const name of ['logout', 'Session'])
    assert.ok(now.includes(`${file}#${name} by ada`), now.join());
  assert.is((await world.as('cleo').agent().check(file, ['logout'])).permission, 'deny');
});

scenario('NEG-2', 'symbols that are held are given for the whole file', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { symbol_ids: undefined });
  assert.equal(made.symbol_ids, []);
  const feed = await world.as('cleo').feed();
  await ada(contested, made, { action: 'yield' });
  assert.equal(await held(world), [`${file} by bob`]);
  const { data } = await feed.next('negotiation_ended');
  assert.equal(data['initiator_symbols'], [file]);
  feed.close();
});

relayScenario('NEG-2', 'what a third session holds is never given away', async (world) => {
  const contested = await contest(world);
  await world.as('cleo').agent().edit(file, ['third']);
  const made = await open(contested, {
    symbol_ids: undefined,
    counterparty_session: contested.adas,
  });
  await ada(contested, made, { action: 'yield' });
  assert.equal(await held(world), [
    `${both[0]} by bob`,
    `${both[1]} by bob`,
    `${file}#third by cleo`,
  ]);
});

scenario('NEG-3', 'hold keeps the symbols', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const ended = await ada(contested, made, { action: 'hold', note: 'ten more minutes' });
  assert.equal([ended.status, ended.outcome], ['resolved', 'hold']);
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by ada`]);
});

relayScenario('NEG-3', 'who asks can give up, and cannot hold', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const holding = answering(contested, made, { from_session: contested.bobs, action: 'hold' });
  const refused = await world.as('bob').refused('respondNegotiation', holding);
  assert.is(refused.status, 409);
  assert.match(refused.message, 'Only the holder');
  const ended = await bob(contested, made, { action: 'yield' });
  assert.equal([ended.status, ended.outcome], ['resolved', 'hold']);
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by ada`]);
});

scenario('NEG-4', 'split gives each party its part', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const feed = await world.as('cleo').feed();
  const split = { initiator_symbols: ['login'], counterparty_symbols: [`${file}#logout`] };
  const ended = await ada(contested, made, { action: 'split', split });
  assert.equal([ended.status, ended.outcome], ['resolved', 'split']);
  const ids = { initiator_symbols: [both[0]], counterparty_symbols: [both[1]] };
  assert.equal(ended.split, ids);
  assert.equal(ended.turns[0]?.split, ids);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by ada`]);
  const { data } = await feed.next('negotiation_ended');
  assert.equal(data['initiator_symbols'], [both[0]]);
  assert.equal(data['counterparty_symbols'], [both[1]]);
  feed.close();
});

scenario('NEG-4', 'a whole file is split into any symbols', async (world) => {
  const contested = await contest(world, []);
  const made = await open(contested, { symbol_ids: undefined });
  const split = { initiator_symbols: ['one', `${file}#`], counterparty_symbols: ['two'] };
  await ada(contested, made, { action: 'split', split });
  assert.equal(await held(world), [`${file}# by bob`, `${file}#one by bob`, `${file}#two by ada`]);
});

scenario('NEG-4', 'a split says which of its symbols the file does not have', async (world) => {
  const contested = await contest(world, []);
  const made = await open(contested, { symbol_ids: undefined });
  await publish(world, 'ada', [fileOf(file, ['one'])]);
  const places = [`${file}#`, 'one', 'one.inner', 'import', 'app.use(/x)', 'two', 'three.part'];
  const split = { initiator_symbols: places, counterparty_symbols: ['four'] };
  const ended = await ada(contested, made, { action: 'split', split });
  const unknown = ['two', 'three.part', 'four'].map((name) => `${file}#${name}`);
  assert.equal(ended.unknown_symbols, unknown);
  assert.is((await look(contested, made)).unknown_symbols, undefined, 'it is said once');
});

relayScenario('NEG-4', 'a file whose edits count for all of it is not split', async (world) => {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  const adas = await ada.start('tax');
  await ada.edit('tax.py');
  const contested = { world, ada, bob, adas, bobs: await bob.start('rates') };
  const made = await open(contested, { file: 'tax.py', symbol_ids: undefined });
  const split = { initiator_symbols: ['gross'], counterparty_symbols: ['vat'] };
  const answer = answering(contested, made, { from_session: adas, action: 'split', split });
  const refused = await world.as('ada').refused('respondNegotiation', answer);
  assert.match(refused.message, 'an edit of such a file counts for all of it');
});

relayScenario('NEG-4', 'a split that is no partition is refused', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const splits = [
    undefined,
    { initiator_symbols: ['login'], counterparty_symbols: [] },
    { initiator_symbols: ['login', 'logout'], counterparty_symbols: ['logout'] },
    { initiator_symbols: ['login', 'other'], counterparty_symbols: ['logout'] },
    { initiator_symbols: ['login'], counterparty_symbols: ['src/b.ts#logout'] },
    { initiator_symbols: ['login'], counterparty_symbols: ['*'] },
  ];
  for (const split of splits) {
    const input = { from_session: contested.adas, action: 'split', split };
    const answer = answering(contested, made, input);
    const refused = await world.as('ada').refused('respondNegotiation', answer);
    assert.is(refused.status, 400, JSON.stringify(split));
    assert.is(refused.field, 'split');
  }
  assert.is((await look(contested, made)).turn_count, 0, 'what is refused is no turn');
});

relayScenario('NEG-4', 'who asks can split when the holder has countered', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const split = { initiator_symbols: ['login'], counterparty_symbols: ['logout'] };
  const early = answering(contested, made, { session_id: contested.bobs, action: 'split', split });
  assert.is((await world.as('bob').refused('respondNegotiation', early)).status, 409);
  await ada(contested, made, { action: 'counter', note: 'take a part' });
  await bob(contested, made, { action: 'split', split });
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by ada`]);
});

scenario('NEG-5', 'the words of an answer may be called rationale', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  await ada(contested, made, { action: 'counter', rationale: 'take a part' });
  await bob(contested, made, { action: 'counter', rationale: 'of both', note: 'no' });
  const { turns } = await look(contested, made);
  assert.equal(
    turns.map(({ note }) => note),
    ['take a part', 'no'],
  );
});

scenario('NEG-5', 'counter passes the turn on and starts the deadline anew', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  const feed = await world.as('cleo').feed();
  await world.pass(30_000);
  const countered = await ada(contested, made, { action: 'counter', note: 'why both?' });
  assert.is(countered.status, 'open');
  assert.is(countered.waiting_for, 'initiator');
  assert.is(countered.turn_count, 1);
  assert.is(countered.deadline_at, new Date(world.clock.now() + 60_000).toISOString());
  const { data } = await feed.next('negotiation_answered', { by: 'ada' });
  assert.equal(
    [data['action'], data['note'], data['session_id'], data['deadline_at']],
    ['counter', 'why both?', contested.adas, countered.deadline_at],
  );
  assert.is((await bob(contested, made, { action: 'counter' })).waiting_for, 'counterparty');
  feed.close();
});

relayScenario('NEG-5', 'defer moves the deadline by what it says', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  const end = world.clock.now() + 60_000;
  await world.pass(30_000);
  const deferred = await ada(contested, made, { action: 'defer', defer_ms: 90_000 });
  assert.is(deferred.deadline_at, new Date(end + 90_000).toISOString());
  assert.equal([deferred.waiting_for, deferred.turn_count], ['counterparty', 1]);
  assert.is(deferred.turns[0]?.defer_ms, 90_000);
  await world.pass(60_000);
  assert.is((await look(contested, made)).status, 'open', 'the old deadline counts no longer');
  for (const defer_ms of [undefined, 86_400_000]) {
    const input = { from_session: contested.adas, action: 'defer', defer_ms };
    const answer = answering(contested, made, input);
    const refused = await world.as('ada').refused('respondNegotiation', answer);
    assert.equal([refused.status, refused.field], [400, 'defer_ms']);
  }
});

scenario('NEG-5', 'a counter takes away no time that a defer has given', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  const deferred = await ada(contested, made, { action: 'defer', defer_ms: 120_000 });
  const countered = await bob(contested, made, { action: 'counter', note: 'now, please' });
  assert.is(countered.deadline_at, deferred.deadline_at);
});

scenario('NEG-6', 'no answer by the deadline gives them to who asked', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  const feed = await world.as('cleo').feed();
  await world.pass(59_999);
  assert.is((await look(contested, made)).status, 'open');
  await world.pass(1);
  const ended = await look(contested, made);
  assert.equal([ended.status, ended.outcome, ended.turn_count], ['resolved', 'deadline', 0]);
  assert.is(ended.ended_by, undefined);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  await world.sweep();
  const { data } = await feed.next('negotiation_ended');
  assert.is(data['by'], '');
  assert.is(feed.events.filter(({ type }) => type === 'negotiation_ended').length, 1);
  feed.close();
});

relayScenario('NEG-6', 'an answer after the deadline is too late', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  world.clock.advance(60_000);
  const answer = answering(contested, made, { from_session: contested.adas, action: 'hold' });
  const refused = await world.as('ada').refused('respondNegotiation', answer);
  assert.is(refused.status, 409);
  assert.match(refused.message, 'resolved (deadline)');
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
});

relayScenario('NEG-6', 'a deadline that passes while the relay is down counts', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  await world.restart();
  world.clock.advance(60_000);
  await world.restart();
  await world.sweep();
  assert.is((await look(contested, made)).outcome, 'deadline');
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
});

relayScenario('NEG-6', 'who asked and does not answer in time gets nothing', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: 60_000 });
  await ada(contested, made, { action: 'counter', note: 'why?' });
  await world.pass(60_000);
  const ended = await look(contested, made);
  assert.equal([ended.status, ended.outcome], ['expired', undefined]);
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by ada`]);
});

relayScenario('NEG-6', 'it expires with the session that asked', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  await contested.bob.end();
  assert.is((await look(contested, made)).status, 'expired');
  await contested.bob.start();
  const again = await open(contested, { deadline_ms: minutes(20) });
  await world.pass(minutes(4));
  await contested.ada.edit(file, ['login']);
  await world.pass(minutes(1));
  assert.is((await look(contested, again)).status, 'expired', 'nobody heard of it for too long');
  assert.ok((await held(world)).every((one) => one.endsWith('ada')));
});

scenario('NEG-6', 'what the holder lets go of by itself goes to who asked', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  await contested.ada.end();
  await world.quiet();
  const ended = await look(contested, made);
  assert.equal([ended.status, ended.outcome], ['resolved', 'released']);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
});

relayScenario('NEG-6', 'reservations that end by themselves go to who asked', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { deadline_ms: minutes(60) });
  await passAtWork(contested, minutes(10));
  const ended = await look(contested, made);
  assert.equal([ended.status, ended.outcome], ['resolved', 'released']);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
});

relayScenario('NEG-6', 'a member who is removed leaves nothing open', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const { id } = world.workspace;
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  assert.is((await look(contested, made)).status, 'expired');
  const cleo = world.as('cleo').agent();
  const initiator_session = await cleo.start();
  await world.as('ada').ok('addMember', { id, user_id: world.as('bob').id, role: 'member' });
  await contested.bob.edit('src/b.ts');
  const input = { id, initiator_session, file: 'src/b.ts', rationale: 'mine' };
  const other = await world.as('cleo').ok('openNegotiation', input);
  await world.as('ada').ok('removeMember', { id, userId: world.as('bob').id });
  assert.is((await look(contested, other)).outcome, 'released');
  assert.ok((await held(world)).includes('src/b.ts by cleo'));
});

relayScenario('NEG-6', 'one end may end another', async (world) => {
  const contested = await contest(world, []);
  const cleo = world.as('cleo').agent();
  const initiator_session = await cleo.start();
  const cleos = await world
    .as('cleo')
    .ok('openNegotiation', opening(contested, { initiator_session, symbol_ids: [both[1]] }));
  const bobs = await open(contested, { symbol_ids: [both[0]] });
  await ada(contested, bobs, { action: 'yield' });
  assert.is((await look(contested, cleos)).outcome, 'released');
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by cleo`]);
});

scenario('NEG-7', 'turns without an end leave it to a person', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { max_turns: 2, deadline_ms: 60_000 });
  const feed = await world.as('cleo').feed();
  await ada(contested, made, { action: 'counter' });
  const escalated = await bob(contested, made, { action: 'counter' });
  assert.equal([escalated.status, escalated.waiting_for], ['escalated', 'person']);
  assert.is(escalated.turn_count, 2);
  await feed.next('negotiation_escalated', { negotiation_id: made.id });
  feed.close();
  const late = answering(contested, made, { from_session: contested.adas, action: 'hold' });
  assert.is((await world.as('ada').refused('respondNegotiation', late)).status, 409);
  await passAtWork(contested, minutes(2));
  assert.is((await look(contested, made)).status, 'escalated', 'it has no deadline');
  const input = answering(contested, made, { action: 'yield', note: 'bob is nearly done' });
  const settled = await world.as('ada').ok('settleNegotiation', input);
  assert.equal([settled.status, settled.outcome], ['resolved', 'yield']);
  assert.equal(settled.turns.at(-1)?.session_id, '');
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
});

relayScenario('NEG-7', 'who may settle, what, and when', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { max_turns: 1 });
  const settling = (name: string, input: Input) =>
    world.as(name).call('settleNegotiation', answering(contested, made, input));
  assert.is((await settling('ada', { action: 'hold' })).status, 409, 'it is still open');
  await ada(contested, made, { action: 'counter' });
  assert.is((await settling('cleo', { action: 'hold' })).status, 403);
  assert.is((await settling('mallory', { action: 'hold' })).status, 404);
  assert.is((await settling('bob', { action: 'split' })).status, 400);
  assert.is((await settling('bob', { action: 'defer' })).status, 400);
  const again = await world.as('bob').refused('openNegotiation', opening(contested));
  assert.match(again.message, made.id, 'it is not asked again before it is settled');
  const split = { initiator_symbols: ['login'], counterparty_symbols: ['logout'] };
  assert.is((await settling('bob', { action: 'split', split })).status, 200);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by ada`]);
  assert.is((await settling('ada', { action: 'hold' })).status, 409, 'once');
});

relayScenario('NEG-7', 'who asks gets nothing by turns of their own', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { max_turns: 1 });
  await bob(contested, made, { action: 'counter' });
  const settling = (name: string, action: string) =>
    world.as(name).call('settleNegotiation', answering(contested, made, { action }));
  const early = await settling('bob', 'yield');
  assert.is(early.status, 403);
  assert.match(early.text, 'has not answered yet');
  assert.is((await settling('ada', 'yield')).status, 200);
});

relayScenario('NEG-7', 'a dead session is given nothing', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { max_turns: 1 });
  await ada(contested, made, { action: 'counter' });
  await contested.bob.end();
  const settle = (action: string) =>
    world.as('ada').call('settleNegotiation', answering(contested, made, { action }));
  assert.is((await settle('yield')).status, 409);
  assert.is((await settle('hold')).status, 200);
});

relayScenario('NEG-8', 'only the parties answer', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const cleos = await world.as('cleo').agent().start();
  const third = answering(contested, made, { from_session: cleos, action: 'yield' });
  assert.is((await world.as('cleo').refused('respondNegotiation', third)).status, 403);
  const adas2 = await world.as('ada').agent('ada-2').start();
  const another = answering(contested, made, { from_session: adas2, action: 'yield' });
  assert.is((await world.as('ada').refused('respondNegotiation', another)).status, 403);
  for (const from_session of [contested.adas, 'sess_nothing']) {
    const foreign = answering(contested, made, { from_session, action: 'yield' });
    assert.is((await world.as('bob').refused('respondNegotiation', foreign)).status, 404);
  }
  const unnamed = answering(contested, made, { action: 'yield' });
  assert.is((await world.as('cleo').refused('respondNegotiation', unnamed)).status, 400);
  assert.is((await world.as('mallory').refused('respondNegotiation', unnamed)).status, 404);
  assert.is((await look(contested, made)).turn_count, 0);
  const own = await world.as('ada').ok('respondNegotiation', { ...unnamed, action: 'hold' });
  assert.is(own.turns[0]?.session_id, contested.adas, 'unnamed, it is the party of the caller');
});

relayScenario('NEG-8', 'two sessions of one person negotiate like any two', async (world) => {
  const contested = await contest(world);
  const initiator_session = await world.as('ada').agent('ada-2').start();
  const input = opening(contested, { initiator_session });
  const made = await world.as('ada').ok('openNegotiation', input);
  const unnamed = answering(contested, made, { action: 'yield' });
  assert.is((await world.as('ada').refused('respondNegotiation', unnamed)).status, 400);
  assert.is((await ada(contested, made, { action: 'yield' })).outcome, 'yield');
});

relayScenario('ACC-2', 'a negotiation of another workspace is not there', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const other = await world.as('mallory').ok('createWorkspace', { name: 'Other', slug: 'other-1' });
  const input = { id: other.id, negotiation_id: made.id, action: 'hold' };
  for (const name of ['getNegotiation', 'respondNegotiation', 'settleNegotiation'] as const) {
    assert.is((await world.as('mallory').refused(name, input)).status, 404);
    const unknown = { ...input, id: world.workspace.id, negotiation_id: 'neg_nothing' };
    assert.is((await world.as('ada').refused(name, unknown)).status, 404);
  }
  const { negotiations } = await world.as('mallory').ok('listNegotiations', { id: other.id });
  assert.equal(negotiations, []);
});

relayScenario('NEG-1', 'the tools open, list and answer', async (world) => {
  const contested = await contest(world);
  const made = await tool<Negotiation>(world, 'bob', {
    tool: 'negotiate_open',
    args: { session_id: contested.bobs, file, symbol_names: ['login'], rationale: 'rename' },
  });
  assert.is(made.counterparty_session, contested.adas);
  const listed = await tool<Output<'listNegotiations'>>(world, 'ada', {
    tool: 'negotiate_list',
    args: { status: 'open' },
  });
  const others = await tool<Output<'listNegotiations'>>(world, 'cleo', {
    tool: 'negotiate_list',
    args: {},
  });
  assert.equal(others.negotiations, listed.negotiations, 'of all sessions');
  assert.equal(
    listed.negotiations.map(({ id }) => id),
    [made.id],
  );
  const args = { session_id: contested.adas, negotiation_id: made.id, action: 'yield' };
  const ended = await tool<Negotiation>(world, 'ada', { tool: 'negotiate_respond', args });
  assert.is(ended.outcome, 'yield');
  const late = await callTool(world, world.as('ada'), { tool: 'negotiate_respond', args });
  assert.ok(late.isError);
  assert.match(late.text, 'has ended: resolved (yield)');
});

relayScenario('ANS-4', 'pages of negotiations show each once', async (world) => {
  const contested = await contest(world);
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const one = await open(contested);
    made.push(one.id);
    await bob(contested, one, { action: 'yield' });
    world.clock.advance(1);
  }
  const found: string[] = [];
  let before: string | undefined;
  do {
    const query = { id: world.workspace.id, limit: 2, before };
    const page = await world.as('cleo').ok('listNegotiations', query);
    found.push(...page.negotiations.map(({ id }) => id));
    before = page.next_cursor;
  } while (before !== undefined);
  assert.equal(found, made.toReversed());
  const { id } = world.workspace;
  const mine = await world.as('cleo').ok('listNegotiations', { id, session_id: contested.adas });
  assert.is(mine.negotiations.length, 5);
  const none = await world.as('cleo').ok('listNegotiations', { id, status: 'open' });
  assert.equal(none.negotiations, []);
  assert.is((await world.as('bob').refused('listNegotiations', { id, before: 'x' })).status, 400);
});

relayScenario('NEG-2', 'the same request twice is one answer', async (world) => {
  const contested = await contest(world);
  const input = opening(contested);
  const asking = { idempotencyKey: 'open-1' };
  const made = await world.as('bob').ok('openNegotiation', input, asking);
  assert.equal(await world.as('bob').ok('openNegotiation', input, asking), made);
});

scenario('RSV-9', 'a denial has the ids to negotiate and to wait with', async (world) => {
  const contested = await contest(world);
  const { message = '' } = await contested.bob.check(file, ['login']);
  assert.match(message, 'src/a.ts#login is held by ada (task: “sign-in”), 10 minutes remaining');
  const offer = `negotiate_open with counterparty_session "${contested.adas}", file "${file}", symbol_ids ["${file}#login"]`;
  assert.match(message, offer);
  assert.match(message, `coord wait ${file}#login --session ${contested.bobs}`);
});

test('RSV-9 what a denial offers can be pasted, whatever a file is called', () => {
  const offer = (filePath: string, symbol: string, heldSymbol = symbol) => {
    const who = { holder: 'Ada', holderSessionId: 'sess_1', sessionId: undefined, task: '' };
    const message = denialMessage({ ...who, filePath, symbol, heldSymbol, expiresAt: 60_000 }, 0);
    return message.slice(message.indexOf('negotiate_open'));
  };
  const rest = ' and a rationale. Or wait for it: coord wait';
  const start = 'negotiate_open with counterparty_session "sess_1", file';
  assert.is(offer('a.ts', '*'), `${start} "a.ts"${rest} a.ts`);
  assert.is(offer('a.ts', 'f', '*'), `${start} "a.ts", symbol_ids ["a.ts#f"]${rest} a.ts#f`);
  assert.is(offer('a.ts', '*', 'f'), `${start} "a.ts", symbol_ids ["a.ts#f"]${rest} a.ts#f`);
  assert.is(offer(`it's "$(x)`, '*'), `${start} "it's \\"$(x)"${rest} 'it'\\''s "$(x)'`);
  assert.is(offer('--tell', '*'), `${start} "--tell"${rest} ./--tell`);
  assert.is(offer('#a', '*'), `${start} "#a"${rest} '#a'`);
});

test.run();
