import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
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
  assert.ok((await held(world)).every((one) => one.endsWith('ada')));
});

relayScenario('NEG-6', 'who asked may wait in silence until the deadline', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  await world.pass(minutes(4));
  await contested.ada.edit(file, ['login', 'logout']);
  await world.pass(minutes(1) - 1_000);
  assert.is((await look(contested, made)).status, 'open');
  await world.pass(1_000);
  assert.is((await look(contested, made)).outcome, 'deadline');
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
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

relayScenario('NEG-6', 'who gets nothing is told who has it now', async (world) => {
  const contested = await contest(world);
  const bobs = await open(contested);
  const cleo = world.as('cleo').agent();
  const initiator_session = await cleo.start();
  const cleos = await world
    .as('cleo')
    .ok('openNegotiation', opening(contested, { initiator_session }));
  await ada(contested, bobs, { action: 'yield' });
  const ended = await look(contested, cleos);
  assert.equal([ended.status, ended.outcome], ['expired', undefined]);
  assert.equal(await held(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  assert.match(await nextMessage(cleo), 'has ended, for bob has it now. You hold nothing of it');
});

relayScenario('NEG-6', 'the holder is told that who asked has gone', async (world) => {
  const contested = await contest(world);
  await open(contested);
  assert.match(await nextMessage(contested.ada), 'asks you for');
  await contested.bob.end();
  assert.match(await nextMessage(contested.ada), 'has ended, for the agent of bob that asked has');
});

test.run();
