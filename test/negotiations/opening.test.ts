import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { denialMessage } from '../../shared/reservations/denial.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { callTool, tool } from '../support/tools.ts';
import {
  file,
  both,
  contest,
  opening,
  open,
  ada,
  look,
  held,
  nextMessage,
  type Negotiation,
} from './contest.ts';

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
