import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { file, both, contest, opening, open, answering, ada, bob, look, held } from './contest.ts';

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

relayScenario('NEG-4', 'a split that names nothing leaves the first half', async (world) => {
  const contested = await contest(world);
  const halves = await ada(contested, await open(contested), { action: 'split' });
  assert.equal(halves.split, { initiator_symbols: [both[1]], counterparty_symbols: [both[0]] });
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by bob`]);
  const one = await open(contested, { symbol_ids: [both[0]] });
  const kept = await ada(contested, one, { action: 'split' });
  assert.equal([kept.status, kept.split?.counterparty_symbols], ['resolved', [both[0]]]);
  assert.equal(await held(world), [`${both[0]} by ada`, `${both[1]} by bob`]);
});

scenario('NEG-4', 'of a whole file the first half of what is known of it', async (world) => {
  const contested = await contest(world, []);
  const whole = { symbol_ids: undefined };
  const about = await open(contested, whole);
  const answer = answering(contested, about, { from_session: contested.adas, action: 'split' });
  const refused = await world.as('ada').refused('respondNegotiation', answer);
  assert.match(refused.message, 'say which symbols go to whom');
  const names = ['c', 'a', 'b'];
  const symbols = names.map((name, at) =>
    symbolOf(name, { start_line: at * 3 + 1, end_line: at * 3 + 3 }),
  );
  await publish(world, 'ada', [fileOf(file, symbols)]);
  const { split } = await ada(contested, about, { action: 'split' });
  assert.equal(split?.counterparty_symbols, [`${file}#c`, `${file}#a`]);
  assert.equal(split?.initiator_symbols, [`${file}#b`]);
});

relayScenario('NEG-4', 'a split that is no partition is refused', async (world) => {
  const contested = await contest(world);
  const made = await open(contested);
  const [given, kept] = ['split.initiator_symbols', 'split.counterparty_symbols'];
  const splits = [
    ['split', { initiator_symbols: ['login'], counterparty_symbols: [] }],
    ['split', { initiator_symbols: ['login', 'logout'], counterparty_symbols: ['logout'] }],
    [given, { initiator_symbols: ['login', 'other'], counterparty_symbols: ['logout'] }],
    [kept, { initiator_symbols: ['login'], counterparty_symbols: ['logout', 'other'] }],
    [kept, { initiator_symbols: ['login'], counterparty_symbols: ['src/b.ts#logout'] }],
    [kept, { initiator_symbols: ['login'], counterparty_symbols: ['*'] }],
  ] as const;
  for (const [field, split] of splits) {
    const input = { from_session: contested.adas, action: 'split', split };
    const answer = answering(contested, made, input);
    const refused = await world.as('ada').refused('respondNegotiation', answer);
    assert.is(refused.status, 400, JSON.stringify(split));
    assert.is(refused.field, field);
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

relayScenario('NEG-2', 'the same request twice is one answer', async (world) => {
  const contested = await contest(world);
  const input = opening(contested);
  const asking = { idempotencyKey: 'open-1' };
  const made = await world.as('bob').ok('openNegotiation', input, asking);
  assert.equal(await world.as('bob').ok('openNegotiation', input, asking), made);
});

test.run();
