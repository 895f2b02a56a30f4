import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OperationName } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import type { World } from '../support/harness.ts';

const idempotencyKey = 'call-1';

/** Every operation that changes something, as ada would ask for it. */
function commands({
  workspace,
  as,
}: {
  workspace: World['workspace'];
  as: (name: string) => string;
}) {
  const { id, slug: workspace_slug } = workspace;
  const hook = { workspace_slug, conversation_id: 'ada-1' };
  return {
    acquire: ['hook', { ...hook, event: 'postToolUse', file_path: 'new.md' }],
    denied: ['hook', { ...hook, event: 'preToolUse', file_path: 'held.md' }],
    start: ['hook', { ...hook, event: 'sessionStart', conversation_id: 'ada-2' }],
    end: ['endSession', { workspace_slug, session_id: 'ada-1' }],
    create: ['createWorkspace', { name: 'New', slug: `new-${workspace_slug}`.slice(0, 60) }],
    rename: ['changeWorkspace', { id, name: 'Renamed' }],
    add: ['addMember', { id, user_id: as('mallory'), role: 'member' }],
    remove: ['removeMember', { id, userId: as('cleo') }],
    sync: ['sync', { id, task: 'looking' }],
  } as const satisfies Record<string, readonly [OperationName, Input]>;
}

type Command = keyof ReturnType<typeof commands>;

const names: readonly Command[] = [
  'acquire',
  'denied',
  'start',
  'end',
  'create',
  'rename',
  'add',
  'remove',
  'sync',
];

async function prepare(world: World, name: Command): Promise<readonly [OperationName, Input]> {
  await world.as('ada').agent().edit('own.md');
  await world.as('bob').agent().edit('held.md');
  const as = (person: string) => world.as(person).id;
  return commands({ workspace: world.workspace, as })[name];
}

/** Everything that a command could have changed, but for what only counts requests. */
async function state(world: World): Promise<string> {
  const { rows } = world.database;
  return JSON.stringify([
    await rows.selectFrom('events').selectAll().orderBy('seq').execute(),
    await rows.selectFrom('reservations').selectAll().orderBy('path_key').execute(),
    await rows.selectFrom('sessions').selectAll().orderBy('id').execute(),
    await rows.selectFrom('members').selectAll().orderBy('user_id').execute(),
    await rows.selectFrom('workspaces').selectAll().orderBy('id').execute(),
    await rows.selectFrom('idempotency').selectAll().orderBy('key').execute(),
  ]);
}

for (const name of names) {
  scenario('ANS-5', `${name} with the same key does nothing twice`, async (world) => {
    const [operation, input] = await prepare(world, name);
    const first = await world.as('ada').call(operation, input, { idempotencyKey });
    assert.ok(first.status < 300, first.text);
    const before = await state(world);
    world.clock.advance(minutes(1));
    const second = await world.as('ada').call(operation, input, { idempotencyKey });
    assert.is(second.status, first.status);
    if (name !== 'start' && name !== 'sync') assert.is(second.text, first.text);
    assert.is(await state(world), before);
    await world.restart();
    assert.is(
      (await world.as('ada').call(operation, input, { idempotencyKey })).status,
      first.status,
    );
    assert.is(await state(world), before);
  });
}

scenario('ANS-5', 'nor when the same request comes many times at once', async (world) => {
  for (const name of ['acquire', 'create', 'rename', 'sync'] as const) {
    const [operation, input] = await prepare(world, name);
    const key = `at-once-${name}`;
    const { length: before } = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.as('ada').call(operation, input, { idempotencyKey: key }),
      ),
    );
    const { length: after } = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .execute();
    const texts = new Set(answers.map(({ text }) => text));
    assert.is(texts.size, 1, `${name}: ${[...texts].join(' | ')}`);
    assert.ok((answers[0]?.status ?? 500) < 300, answers[0]?.text);
    const expected = { acquire: 1, create: 0, rename: 1, sync: 1 }[name];
    assert.is(after - before, expected, name);
  }
});

scenario(
  'ANS-5',
  'nor when it comes through two relay processes at once',
  async (world) => {
    const second = await world.startRelay();
    const [operation, input] = await prepare(world, 'acquire');
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        [world.relay.url, second.url].map((via) =>
          world.as('ada').call(operation, input, { idempotencyKey: `round-${round}`, via }),
        ),
      );
      assert.is(answers[0]?.text, answers[1]?.text);
      assert.is(answers[0]?.status, 200);
    }
    const { rows } = world.database;
    const events = await rows
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'file_reserved')
      .execute();
    assert.is(events.filter(({ payload }) => payload.includes('new.md')).length, 10);
  },
  { on: onPostgres },
);

scenario(
  'ANS-5',
  'nor is a workspace refused to who asks two relay processes for it at once',
  async (world) => {
    const second = await world.startRelay();
    for (let round = 0; round < 10; round += 1) {
      const input = { name: 'New', slug: `new-${round}` };
      const answers = await Promise.all(
        [world.relay.url, second.url].map((via) =>
          world.as('ada').call('createWorkspace', input, { idempotencyKey: `round-${round}`, via }),
        ),
      );
      assert.equal([...new Set(answers.map(({ status }) => status))], [201]);
      assert.is(answers[0]?.text, answers[1]?.text);
    }
  },
  { on: onPostgres },
);

scenario('ANS-5', 'the same key with another operation is another request', async (world) => {
  const [operation, input] = await prepare(world, 'acquire');
  const ada = world.as('ada');
  await ada.call(operation, input, { idempotencyKey });
  const { id } = world.workspace;
  await ada.ok('changeWorkspace', { id, name: 'Other' }, { idempotencyKey });
  assert.is((await ada.ok('getWorkspace', { id })).name, 'Other');
});

scenario(
  'ANS-5',
  'the same key of two conversations is two requests: a write is answered for its own conversation',
  async (world) => {
    const ada = world.as('ada');
    const first = await ada.agent('one').edit('a.md', [], { idempotencyKey });
    assert.equal(first.reserved, ['a.md']);
    for (const other of [ada.agent('two'), ada.agent('one', { agent_id: 'subagent' })]) {
      const answer = await other.edit('a.md', [], { idempotencyKey });
      assert.is.not(answer.session_id, first.session_id);
      assert.equal(answer.reserved, []);
      assert.is(answer.conflicts?.length, 1);
    }
    assert.equal((await ada.agent('two').edit('c.md', [], { idempotencyKey: 'c' })).reserved, [
      'c.md',
    ]);
    const { message, ...again } = await ada.agent('one').edit('a.md', [], { idempotencyKey });
    assert.match(message ?? '', /a\.md, which you had reserved/, 'RSV-6 goes with any answer');
    assert.equal(again, first);
  },
);

scenario(
  'ANS-5',
  'the same key of two conversations is two requests, by REST and by MCP',
  async (world) => {
    const ada = world.as('ada');
    const { id, slug } = world.workspace;
    const sessions = await Promise.all([ada.agent('one').start(), ada.agent('two').start()]);
    const decision = { id, title: 'Use UTC', decision_type: 'approach' };
    const byRest = sessions.map((session_id) =>
      ada.ok('decide', { ...decision, session_id }, { idempotencyKey }),
    );
    const [one, two] = await Promise.all(byRest);
    assert.is.not(one?.id, two?.id);
    const repeated = { ...decision, session_id: sessions[0] };
    assert.equal(await ada.ok('decide', repeated, { idempotencyKey }), one);
    const changed = await ada.refused(
      'decide',
      { ...repeated, title: 'Use local time' },
      {
        idempotencyKey,
      },
    );
    assert.is(changed.status, 409);
    const byMcp = await Promise.all(
      sessions.map(async (session_id) => {
        const params = { name: 'decide', arguments: { title: 'Use ISO', session_id } };
        const { body } = await ada.send({
          method: 'POST',
          path: '/mcp',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'x-coord-workspace': slug,
            'idempotency-key': idempotencyKey,
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        });
        return (body as { result: { structuredContent: { id: string } } }).result.structuredContent
          .id;
      }),
    );
    assert.is(new Set(byMcp).size, 2, String(byMcp));
  },
);

scenario(
  'ANS-5',
  'an answer that an earlier version kept still answers its own request, and no other',
  async (world) => {
    const ada = world.as('ada');
    const { id } = world.workspace;
    const input = { id, name: 'Renamed' };
    const kept = await ada.ok('changeWorkspace', input, { idempotencyKey });
    // An earlier version kept the key as it was sent.
    await world.database.write((rows) =>
      rows.updateTable('idempotency').set({ key: idempotencyKey }).execute(),
    );
    const before = await state(world);
    assert.equal(await ada.ok('changeWorkspace', input, { idempotencyKey }), kept);
    assert.is(await state(world), before);
    const other = await ada.ok('changeWorkspace', { id, name: 'Other' }, { idempotencyKey });
    assert.is(other.name, 'Other');
  },
);

scenario(
  'ANS-5',
  'a key that was used for another target is a 409, and nothing is done',
  async (world) => {
    const ada = world.as('ada').agent();
    assert.equal((await ada.edit('a.md', [], { idempotencyKey })).reserved, ['a.md']);
    const hook = { agent_type: 'test', workspace_slug: world.workspace.slug };
    const target = { conversation_id: 'ada-1', file_path: 'b.md' };
    for (const event of ['postToolUse', 'preToolUse']) {
      const body = { ...hook, ...target, event };
      const other = await world.as('ada').refused('hook', body, { idempotencyKey });
      assert.is(other.status, 409, event);
    }
    assert.is((await world.as('ada').reservations()).length, 1);
  },
);

scenario('ANS-5', 'a key is its user’s own', async (world) => {
  const one = await world.as('ada').agent().edit('a.md', [], { idempotencyKey });
  const other = await world.as('bob').agent().edit('b.md', [], { idempotencyKey });
  assert.equal(one.reserved, ['a.md']);
  assert.equal(other.reserved, ['b.md']);
});

scenario('ANS-5', 'a refusal is not kept: the next try may succeed', async (world) => {
  const { id } = world.workspace;
  const unknown = { id, user_id: 'usr_later', role: 'member' };
  const refused = await world.as('ada').refused('addMember', unknown, { idempotencyKey });
  assert.is(refused.status, 404);
  const known = { ...unknown, user_id: world.as('mallory').id };
  await world.as('ada').ok('addMember', known, { idempotencyKey });
});

scenario('ANS-5', 'a key that is no key is refused', async (world) => {
  for (const bad of ['', 'x'.repeat(201), 'a b', 'caf\u00e9']) {
    const headers = { 'idempotency-key': bad };
    const refused = await world
      .as('ada')
      .refused('createWorkspace', { name: 'N', slug: 'n' }, { headers });
    assert.is(refused.status, 400, bad);
  }
});

scenario('ANS-5', 'answers are forgotten after a day, and old events with them', async (world) => {
  await world.as('ada').agent().edit('a.md', [], { idempotencyKey });
  world.clock.advance(minutes(60 * 24 * 31));
  // The relay looks at what is old when it starts and every ten minutes.
  await world.restart();
  await eventually('the old rows are gone', async () => {
    const { rows } = world.database;
    const kept = await rows.selectFrom('idempotency').select('key').execute();
    const events = await rows.selectFrom('events').select('seq').where('seq', '<', 3).execute();
    return kept.length + events.length === 0 ? true : undefined;
  });
});

test.run();
