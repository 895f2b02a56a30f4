/** What a write gets of what is partly held, and that of many at once one gets it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onPostgres, scenario } from '../support/scenario.ts';

scenario(
  'RSV-6',
  'a write over a reservation gets what is free and the conflicts of the rest',
  async (world) => {
    const ada = world.as('ada').agent();
    await ada.start('sign-in');
    const first = await ada.edit('src/a.ts', ['login']);
    const feed = await world.as('cleo').feed();
    const bob = await world.as('bob').agent().edit('src/a.ts', ['login', 'logout']);
    assert.equal(bob.reserved, ['src/a.ts#logout']);
    assert.equal(bob.conflicts, [
      {
        file_path: 'src/a.ts',
        symbol_id: 'src/a.ts#login',
        held_symbol_id: 'src/a.ts#login',
        holder: 'ada',
        holder_session_id: first.session_id,
        holder_task: 'sign-in',
        expires_at: first.expires_at,
        minutes_remaining: 10,
      },
    ]);
    await feed.next('conflict_detected', { kind: 'write_raced', by: 'bob', holder: 'ada' });
    const held = await world.as('cleo').reservations();
    assert.equal(
      held.map(({ user_name, symbol_ids, fence }) => [user_name, symbol_ids, fence]),
      [
        ['ada', ['src/a.ts#login'], first.fence],
        ['bob', ['src/a.ts#logout'], bob.fence],
      ],
    );
    feed.close();
  },
);

scenario(
  'RSV-6',
  'a whole file over a symbol gets nothing, and the holder keeps it',
  async (world) => {
    await world.as('ada').agent().edit('src/a.ts', ['login']);
    const bob = await world.as('bob').agent().edit('src/a.ts');
    assert.equal(bob.reserved, []);
    assert.is(bob.expires_at, undefined);
    assert.equal(
      bob.conflicts?.map(({ symbol_id, held_symbol_id }) => [symbol_id, held_symbol_id]),
      [[undefined, 'src/a.ts#login']],
    );
    assert.is((await world.as('bob').reservations()).length, 1);
  },
);

scenario('RSV-6', 'the event of a grant has the given shape', async (world) => {
  const feed = await world.as('cleo').feed();
  const ada = world.as('ada').agent();
  const { fence, expires_at, session_id } = await ada.edit('src/a.ts', ['login']);
  const { data, id } = await feed.next('file_reserved');
  assert.equal(data, {
    type: 'file_reserved',
    file: 'src/a.ts',
    by: 'ada',
    symbols: ['src/a.ts#login'],
    session_id,
    task: '',
    expires_at,
    fresh: true,
    seq: id,
    at: new Date(world.clock.now()).toISOString(),
  });
  assert.is(id, fence, 'the fence of a grant is the seq of its event');
  await ada.edit('src/a.ts', ['login']);
  await feed.next('file_reserved', { fresh: false });
  feed.close();
});

scenario('RSV-7', 'of many writers of one file at once exactly one gets it', async (world) => {
  const agents = Array.from({ length: 24 }, (_, index) => {
    const name = (['ada', 'bob', 'cleo'] as const)[index % 3] ?? 'ada';
    return world.as(name).agent(`race-${index}`);
  });
  const answers = await Promise.all(agents.map((agent) => agent.edit('docs/plan.md')));
  assert.is(answers.filter(({ reserved }) => reserved?.length === 1).length, 1);
  assert.is(answers.filter(({ conflicts }) => conflicts?.length === 1).length, 23);
  assert.is((await world.database.rows.selectFrom('reservations').selectAll().execute()).length, 1);
});

scenario('RSV-7', 'whole file and symbols at once never overlap', async (world) => {
  const wanted = [[], ['login'], ['logout'], ['login', 'logout'], [''], ['render']];
  for (let round = 0; round < 5; round += 1) {
    const file = `src/round-${round}.ts`;
    await Promise.all(
      wanted.map((symbols, index) =>
        world.as('bob').agent(`c-${round}-${index}`).edit(file, symbols),
      ),
    );
    const held = (await world.as('ada').reservations()).filter((r) => r.file_path === file);
    const symbols = held.flatMap(({ symbol_ids }) => symbol_ids);
    assert.ok(held.length > 0);
    assert.is(new Set(symbols).size, symbols.length, 'no symbol twice');
    const whole = held.some(({ symbol_ids }) => symbol_ids.length === 0);
    assert.ok(!whole || held.length === 1, 'a whole file stands alone');
  }
});

scenario(
  'RSV-7',
  'two relay processes on one database grant each symbol once',
  async (world) => {
    const second = await world.startRelay();
    const races = Array.from({ length: 30 }, async (_, index) => {
      const via = index % 2 === 0 ? world.relay.url : second.url;
      const agent = world.as(index % 3 === 0 ? 'ada' : 'bob').agent(`race-${index}`);
      return agent.edit(`docs/${index % 5}.md`, [], { via });
    });
    const granted = (await Promise.all(races)).flatMap(({ reserved }) => reserved ?? []);
    assert.equal(granted.sort(), ['docs/0.md', 'docs/1.md', 'docs/2.md', 'docs/3.md', 'docs/4.md']);
    const seen = await world.as('cleo').reservations({ via: second.url });
    assert.equal(seen, await world.as('cleo').reservations());
    const seqs = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .orderBy('seq')
      .execute();
    assert.equal(
      seqs.map(({ seq }) => seq),
      seqs.map((_, index) => index + 1),
    );
  },
  { on: onPostgres },
);

test.run();
