/** WST-6: a list of workstreams that counts what is reserved in each. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonOf } from '../../relay/transport/json.ts';
import { scenario } from '../support/scenario.ts';

scenario('WST-6', 'a brief list has counts in place of the reservations', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  for (const slug of ['billing', 'empty'])
    await ada.ok('startWorkstream', { id, title: slug, slug });
  const agent = ada.agent();
  const session_id = await agent.start('Bill it');
  await ada.ok('joinWorkstream', { id, slug: 'billing', session_id });
  for (const file of ['docs/a.md', 'docs/b.md']) await agent.edit(file);
  const listed = async (query: object) =>
    (await world.as('bob').ok('listWorkstreams', { id, ...query })).workstreams.map((one) => [
      one.slug,
      one.reservations.length,
      one.reservation_count,
      one.members.length,
    ]);
  assert.equal(await listed({ brief: true }), [
    ['empty', 0, 0, 1],
    ['billing', 0, 2, 2],
  ]);
  assert.equal(await listed({}), [
    ['empty', 0, undefined, 1],
    ['billing', 2, undefined, 2],
  ]);
});

test('WST-6 an answer that is written bit by bit is the same JSON', async () => {
  const long = Array.from({ length: 3_000 }, (_, at) => ({
    at,
    text: 'x'.repeat(200),
    none: undefined,
  }));
  const answer = {
    list: [...long, undefined, null],
    next: undefined,
    one: 1,
    'a"b': [],
    inner: { list: [1] },
  };
  for (const one of [answer, [], {}, null, 'text', [undefined, 1], new Date(0)])
    assert.is(await jsonOf(one), JSON.stringify(one));
});

test.run();
