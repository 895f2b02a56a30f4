import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import {
  file,
  both,
  contest,
  opening,
  open,
  answering,
  ada,
  bob,
  look,
  held,
  nextMessage,
  passAtWork,
} from './contest.ts';

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
  const none = { initiator_symbols: [], counterparty_symbols: [] };
  assert.is((await settling('bob', { action: 'split', split: none })).status, 400);
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

scenario('NEG-7', 'what the holder lets go of goes to who asked, and is settled', async (world) => {
  const contested = await contest(world);
  const made = await open(contested, { max_turns: 1 });
  await ada(contested, made, { action: 'counter' });
  const cleo = world.as('cleo').agent();
  const session_id = await cleo.start();
  const { id } = world.workspace;
  await world.as('cleo').ok('addWait', { id, session_id, file, wish: 'grant' });
  await contested.ada.end();
  await world.quiet();
  const ended = await look(contested, made);
  assert.equal([ended.status, ended.outcome], ['resolved', 'released']);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  assert.match(await nextMessage(contested.bob), `Yours now: ${both.join(', ')}`);
  const settling = answering(contested, made, { action: 'yield' });
  assert.match((await world.as('ada').refused('settleNegotiation', settling)).message, 'released');
});

relayScenario(
  'NEG-7',
  'it ends with what it is about, where who asked has ended too',
  async (world) => {
    const contested = await contest(world);
    const made = await open(contested, { max_turns: 1 });
    await ada(contested, made, { action: 'counter' });
    await contested.bob.end();
    await world.sweep();
    assert.is((await look(contested, made)).status, 'escalated', 'a person may still settle it');
    await contested.ada.end();
    assert.is((await look(contested, made)).status, 'expired');
    assert.equal(await held(world), []);
  },
);

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

test.run();
