import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { decisionType } from '../../shared/decisions/contract.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { callTool, tool } from '../support/tools.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';

const plain = {
  title: 'Passwords are hashed with argon2',
  rationale: 'login compares hashes only',
  type: 'architecture',
  files: ['src/auth.ts'],
} as const;

function decide(world: World, input: Input = {}): Promise<Output<'recordDecision'>> {
  const { id: workspace_id } = world.workspace;
  return world.as('ada').ok('recordDecision', { workspace_id, ...plain, ...input });
}

function get(world: World, decision_id: string): Promise<Output<'getDecision'>> {
  return world.as('bob').ok('getDecision', { id: world.workspace.id, decision_id });
}

function list(world: World, query: Input = {}): Promise<Output<'listDecisions'>> {
  return world.as('bob').ok('listDecisions', { id: world.workspace.id, ...query });
}

async function staleIds(world: World, query: Input = {}): Promise<string[]> {
  const { id } = world.workspace;
  const { decisions } = await world.as('bob').ok('listStaleDecisions', { id, ...query });
  return decisions.map((one) => one.id);
}

const auth = (meaning: Partial<Record<'login' | 'logout', string>> = {}) =>
  fileOf('src/auth.ts', [
    symbolOf('login', { meaning_hash: meaning.login ?? 'm1' }),
    symbolOf('logout', { meaning_hash: meaning.logout ?? 'm1', start_line: 5, end_line: 8 }),
  ]);

scenario('DEC-1', 'a decision is answered with exactly the given keys', async (world) => {
  const feed = await world.as('bob').feed();
  const made = await decide(world, { title: '  Passwords are hashed with argon2 ' });
  assert.match(made.id, /^dec_/);
  assert.equal(made, {
    id: made.id,
    ...plain,
    files: ['src/auth.ts'],
    made_by: world.as('ada').id,
    workspace_id: world.workspace.id,
    created_at: new Date(world.clock.now()).toISOString(),
  });
  const { data } = await feed.next('decision_recorded');
  assert.is(data['user'], 'ada');
  assert.is((data['decision'] as { title: string }).title, plain.title);
  assert.is((data['decision'] as { id: string }).id, made.id);
  feed.close();
});

scenario(
  'SIM-3',
  'a search that finds nothing near says so, and shows it when asked to',
  async (world) => {
    await decide(world);
    const { id: workspace_id } = world.workspace;
    const query = 'hashed zebra giraffe penguin walrus heron otter badger';
    const search = (input: Input = {}) =>
      world.as('bob').ok('search', { workspace_id, query, ...input });
    const nothing = await search();
    assert.equal(nothing.results, []);
    assert.match(nothing.note ?? '', /^Nothing fits\..*min_similarity 0/);
    const all = await search({ min_similarity: 0 });
    assert.is(all.results.length, 1);
    assert.match(all.note ?? '', /^1 result is weak \(similarity below 0\.25\)/);
    const similarity = all.results[0]?.similarity ?? 0;
    assert.ok(similarity > 0 && similarity < 0.25, `${similarity}`);
    assert.is((await search({ min_similarity: similarity })).results.length, 1);
    assert.is((await search({ min_similarity: similarity + 0.01 })).results.length, 0);
    const listed = await tool<Output<'search'>>(world, 'bob', {
      tool: 'search',
      args: { query, min_similarity: '0' },
    });
    assert.is(listed.results.length, 1);
    for (const wrong of [-0.1, 1.1, 'much', null])
      await world.as('bob').refused('search', { workspace_id, query, min_similarity: wrong });
  },
);

scenario(
  'DEC-1',
  'the decide tool takes comma-separated files and decision_type',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const args = { ...plain, type: undefined, files: 'src/auth.ts, ./docs//plan.md' };
    const made = await tool<Output<'decide'>>(world, 'ada', {
      tool: 'decide',
      args: { ...args, decision_type: 'tradeoff' },
    });
    assert.equal(made.files, ['src/auth.ts', 'docs/plan.md']);
    assert.is(made.decision_type, 'tradeoff');
    assert.equal(made.symbols, ['src/auth.ts#login']);
    assert.equal(made.ended, []);
    const found = await get(world, made.id);
    assert.is(found.type, 'tradeoff');
    assert.is(found.graph_version, 1);
    assert.is(found.made_by_name, 'ada');
    const listed = await tool<Output<'decide'>>(world, 'bob', {
      tool: 'decide',
      args: { title: 'Files may be a list too', files: ['a.md'] },
    });
    assert.equal(listed.files, ['a.md']);
  },
);

scenario('DEC-1', 'both lists of types are taken, and nothing else', async (world) => {
  for (const type of decisionType.options) {
    assert.is((await decide(world, { type, title: `T ${type}` })).type, type);
    const args = { title: `U ${type}`, decision_type: type };
    assert.is((await tool<Input>(world, 'ada', { tool: 'decide', args }))['decision_type'], type);
  }
  const { id: workspace_id } = world.workspace;
  const wrong = { workspace_id, ...plain, type: 'guess' };
  assert.is((await world.as('ada').refused('recordDecision', wrong)).field, 'type');
  const args = { title: 'T', decision_type: 'guess' };
  const refused = await callTool(world, world.as('ada'), { tool: 'decide', args });
  assert.ok(refused.isError);
  assert.match(refused.text, /^ValidationError: decision_type/);
});

scenario('DEC-3', 'symbols that the text names are linked, else the files', async (world) => {
  await publish(world, 'ada', [auth(), fileOf('src/other.ts', ['login'])]);
  const named = await decide(world);
  assert.equal((await get(world, named.id)).symbols, ['src/auth.ts#login']);
  const unnamed = await decide(world, {
    title: 'Sessions are short',
    rationale: 'Less to steal',
  });
  assert.equal((await get(world, unnamed.id)).symbols, ['src/auth.ts#']);
  const nowhere = await decide(world, { title: 'No files', files: [] });
  assert.equal((await get(world, nowhere.id)).symbols, []);
  const unknown = await decide(world, { title: 'Unknown file', files: ['README.md'] });
  assert.equal((await get(world, unknown.id)).symbols, []);
});

scenario(
  'DEC-1',
  'a decision made before its file is linked when the file is there',
  async (world) => {
    await publish(world, 'ada', [fileOf('src/old.ts', ['render'])]);
    const named = await decide(world, { files: ['src/auth.ts', 'src/old.ts'] });
    const unnamed = await decide(world, { title: 'Short', rationale: '', files: ['src/Auth.ts'] });
    assert.equal((await get(world, named.id)).symbols, ['src/old.ts#']);
    assert.equal((await publish(world, 'bob', [auth()], { full: true })).stale_decisions, []);
    assert.equal((await get(world, named.id)).symbols, ['src/auth.ts#login']);
    assert.equal((await get(world, unnamed.id)).symbols, ['src/auth.ts#']);
    const { stale_decisions } = await publish(world, 'bob', [fileOf('src/auth.ts', ['login'])]);
    assert.equal(
      stale_decisions.map(({ id }) => id),
      [unnamed.id],
    );
  },
);

scenario(
  'DEC-1',
  'a decision that names a symbol before it exists is linked when the symbol appears',
  async (world) => {
    await publish(world, 'ada', [fileOf('src/auth.ts', ['logout'])]);
    const { id } = await decide(world);
    const other = await decide(world, { title: 'Short sessions', rationale: 'for all' });
    assert.equal((await get(world, id)).symbols, ['src/auth.ts#']);
    assert.equal((await publish(world, 'bob', [auth()])).stale_decisions, []);
    assert.equal((await get(world, id)).symbols, ['src/auth.ts#login']);
    assert.equal((await get(world, other.id)).symbols, ['src/auth.ts#'], 'it names none');
    const { stale_decisions } = await publish(world, 'bob', [auth({ login: 'm2' })]);
    assert.equal(stale_decisions, [{ id, title: plain.title, symbol: 'src/auth.ts#login' }]);
  },
);

scenario(
  'DEC-2',
  'a linked symbol that means something else makes it stale, once',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const { id, title } = await decide(world);
    const feed = await world.as('cleo').feed();
    const answer = await publish(world, 'bob', [auth({ login: 'm2' })]);
    assert.equal(answer.stale_decisions, [{ id, title, symbol: 'src/auth.ts#login' }]);
    const found = await get(world, id);
    assert.is(found.state, 'stale');
    assert.is(found.is_stale, true);
    assert.is(found.stale_symbol, 'src/auth.ts#login');
    assert.equal(await staleIds(world), [id]);
    assert.equal((await publish(world, 'bob', [auth({ login: 'm3' })])).stale_decisions, []);
    const { data } = await feed.next('decision_stale', { reason: 'changed', user: 'bob' });
    assert.equal(data['decision'], { id, title });
    const marks = await world.database.rows
      .selectFrom('events')
      .select('seq')
      .where('type', '=', 'decision_stale')
      .execute();
    assert.is(marks.length, 1);
    feed.close();
  },
);

scenario('DEC-2', 'the running agent whose decision it is hears of it at once', async (world) => {
  await publish(world, 'ada', [auth()]);
  const [maker, other] = [world.as('ada').agent('maker'), world.as('ada').agent('other')];
  const session_id = await maker.start();
  await other.start();
  const told = async (agent: typeof maker) => (await agent.check('docs/plan.md')).message ?? '';
  await world.as('ada').ok('decide', { id: world.workspace.id, ...plain, session_id });
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const text = await eventually('the message', async () => (await told(maker)) || undefined);
  assert.match(text, 'bob changed `src/auth.ts#login`, which your decision');
  assert.is(await told(other), '');
  await decide(world, { title: 'Of a person', rationale: 'login stays' });
  world.clock.advance(1);
  const later = world.as('ada').agent('later');
  await later.start();
  await publish(world, 'bob', [auth({ login: 'm3' })]);
  for (const agent of [maker, other])
    await eventually(
      'both to hear',
      async () => (await told(agent)).includes('Of a person') || undefined,
    );
  assert.is(await told(later), '');
});

scenario('DEC-2', 'who has not heard yet is told nothing of what is fresh again', async (world) => {
  await publish(world, 'ada', [auth()]);
  const maker = world.as('ada').agent('maker');
  const session_id = await maker.start();
  const body = { id: world.workspace.id, session_id };
  const first = await world.as('ada').ok('decide', { ...body, ...plain });
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  await world.as('ada').ok('reaffirmDecision', { id: world.workspace.id, decision_id: first.id });
  const second = { ...plain, title: 'The second', rationale: 'logout clears the cookie' };
  await world.as('ada').ok('decide', { ...body, ...second });
  await publish(world, 'bob', [auth({ login: 'm2', logout: 'm2' })]);
  const told: string[] = [];
  await eventually('the second', async () => {
    told.push((await maker.check('docs/plan.md')).message ?? '');
    return told.join('').includes('The second') || undefined;
  });
  assert.not.match(told.join(''), first.title);
});

scenario('DEC-2', 'what keeps its meaning keeps the decision fresh', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id } = await decide(world);
  const quiet = [
    fileOf('src/auth.ts', [
      symbolOf('helper'),
      symbolOf('login', { start_line: 40, end_line: 90, doc: 'Another comment.' }),
      symbolOf('logout', { start_line: 100, end_line: 101 }),
    ]),
    auth({ logout: 'm2' }),
    fileOf('src/auth.ts', [], { parsed: false }),
  ];
  for (const file of quiet) {
    assert.equal((await publish(world, 'bob', [file])).stale_decisions, []);
  }
  assert.is((await get(world, id)).state, 'fresh');
});

scenario('DEC-2', 'a linked symbol that is gone makes it stale', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id } = await decide(world);
  const { stale_decisions } = await publish(world, 'bob', [fileOf('src/auth.ts', ['logout'])]);
  assert.equal(
    stale_decisions.map((one) => one.id),
    [id],
  );
  const { symbol, reason } = (await events(world, 'decision_stale'))[0] ?? {};
  assert.equal([symbol, reason], ['src/auth.ts#login', 'removed']);
});

async function events(world: World, type: string): Promise<Record<string, unknown>[]> {
  const rows = await world.database.rows
    .selectFrom('events')
    .select('payload')
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
}

scenario('DEC-2', 'the change and the mark are one transaction', async (world) => {
  await publish(world, 'ada', [auth()]);
  await decide(world);
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const rows = await world.database.rows
    .selectFrom('events')
    .select(['seq', 'type', 'at'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  assert.equal(
    rows.map(({ type }) => type),
    ['decision_stale', 'graph_changed'],
  );
  assert.is(rows[0]?.at, rows[1]?.at);
});

scenario('DEC-4', 'reaffirming makes it fresh against the symbols of today', async (world) => {
  await publish(world, 'ada', [auth()]);
  const { id, title } = await decide(world);
  await publish(world, 'bob', [auth({ login: 'm2' })]);
  const feed = await world.as('cleo').feed();
  const again = await tool<Output<'reaffirmDecision'>>(world, 'bob', {
    tool: 'decision_reaffirm',
    args: { decision_id: id, note: 'Only renamed a variable' },
  });
  assert.is(again.state, 'fresh');
  assert.is(again.note, 'Only renamed a variable');
  assert.is(again.reaffirmed_by, world.as('bob').id);
  assert.is(again.stale_symbol, undefined);
  assert.is(again.graph_version, 2);
  assert.equal((await feed.next('decision_reaffirmed')).data['decision'], { id, title });
  assert.equal(await staleIds(world), []);
  assert.equal((await publish(world, 'bob', [auth({ login: 'm1' })])).stale_decisions.length, 1);
  feed.close();
});

scenario(
  'DEC-4',
  'a symbol that is gone is let go when the decision is reaffirmed',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const { id } = await decide(world, { rationale: 'login and logout share it' });
    await publish(world, 'bob', [fileOf('src/auth.ts', ['logout'])]);
    const again = await world.as('bob').ok('reaffirmDecision', {
      id: world.workspace.id,
      decision_id: id,
    });
    assert.equal(again.symbols, ['src/auth.ts#logout']);
  },
);

scenario('DEC-5', 'one that supersedes another ends it', async (world) => {
  const first = await decide(world);
  const feed = await world.as('cleo').feed();
  const args = { title: 'Passwords are hashed with scrypt', supersedes: first.id };
  const second = await tool<Output<'decide'>>(world, 'bob', { tool: 'decide', args });
  assert.equal(second.ended, [first.id]);
  const ended = await get(world, first.id);
  assert.is(ended.state, 'ended');
  assert.is(ended.superseded_by, second.id);
  assert.is((await get(world, second.id)).supersedes, first.id);
  const { data } = await feed.next('decision_superseded');
  assert.equal((data['by'] as Input)['id'], second.id);
  const { id: workspace_id } = world.workspace;
  const late = { workspace_id, title: 'Too late', supersedes: first.id };
  const refused = await world.as('bob').refused('recordDecision', late);
  assert.is(refused.status, 409);
  assert.match(refused.message, second.id);
  const reaffirm = { id: workspace_id, decision_id: first.id };
  assert.is((await world.as('bob').refused('reaffirmDecision', reaffirm)).status, 409);
  const unknown = { workspace_id, title: 'T', supersedes: 'dec_nothing' };
  assert.is((await world.as('bob').refused('recordDecision', unknown)).status, 404);
  feed.close();
});

scenario(
  'DEC-5',
  'one of the same title ends it when it is stale, and only then',
  async (world) => {
    await publish(world, 'ada', [auth()]);
    const first = await decide(world);
    const second = await decide(world);
    assert.is((await get(world, first.id)).state, 'fresh');
    await publish(world, 'bob', [auth({ login: 'm2' })]);
    const third = await decide(world, { title: 'passwords  are hashed with ARGON2' });
    for (const { id } of [first, second]) {
      assert.is((await get(world, id)).superseded_by, third.id);
      assert.is((await get(world, id)).state, 'ended');
    }
    assert.equal(await staleIds(world), []);
  },
);

scenario(
  'DEC-5',
  'of two that supersede the same one at once, one wins',
  async (world) => {
    const second = await world.startRelay();
    const { id: workspace_id } = world.workspace;
    const { id: supersedes } = await decide(world);
    const answers = await Promise.all(
      [world.relay.url, second.url].map((via) =>
        world
          .as('bob')
          .call('recordDecision', { workspace_id, title: `By ${via}`, supersedes }, { via }),
      ),
    );
    assert.equal(answers.map(({ status }) => status).sort(), [201, 409]);
  },
  { on: onPostgres },
);

scenario(
  'DEC-6',
  'a search finds what was just recorded, and not what has ended',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const first = await decide(world);
    await decide(world, { title: 'Queues retry with backoff', rationale: '', files: [] });
    const search = (query: string, limit?: number) =>
      world.as('bob').ok('search', { workspace_id, query, limit });
    const { results } = await search('how are passwords hashed?');
    assert.equal(
      results.map(({ id }) => id),
      [first.id],
    );
    const [best] = results;
    assert.is(best?.made_by, 'ada', 'the display name');
    assert.is(best?.type, 'architecture');
    assert.ok((best?.similarity ?? 0) > 0);
    const listed = await tool<Output<'search'>>(world, 'bob', {
      tool: 'search',
      args: { query: 'how are passwords hashed?' },
    });
    assert.equal(listed.results, results);
    await decide(world, { title: 'Passwords are hashed with scrypt', supersedes: first.id });
    const after = await search('passwords hashed');
    assert.ok(after.results.length === 1 && after.results[0]?.id !== first.id);
    assert.is((await search('passwords hashed queues', 1)).results.length, 1);
    const refused = await world.as('bob').refused('search', { workspace_id, query: ' ' });
    assert.is(refused.field, 'query');
  },
);

scenario('DEC-6', 'a relay that starts again finds what was recorded before', async (world) => {
  const { id: workspace_id } = world.workspace;
  const { id } = await decide(world);
  await world.restart();
  const { results } = await world.as('bob').ok('search', { workspace_id, query: 'argon2' });
  assert.equal(
    results.map((one) => one.id),
    [id],
  );
});

scenario(
  'DEC-6',
  'a search at one relay process finds what was recorded at another',
  async (world) => {
    const second = await world.startRelay();
    const { id: workspace_id } = world.workspace;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await decide(world, { title: `Round${round} is settled` });
      const asked = { workspace_id, query: `round${round}` };
      const { results } = await world.as('bob').ok('search', asked, { via: second.url });
      assert.equal(
        results.map((one) => one.id),
        [id],
      );
    }
  },
  { on: onPostgres },
);

scenario('ANS-4', 'decisions are listed newest first, by type, maker and state', async (world) => {
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.unshift((await decide(world, { title: `Number ${index}`, type: 'bugfix' })).id);
    if (index % 2 === 0) world.clock.advance(minutes(1));
  }
  const { id: workspace_id } = world.workspace;
  const other = await world.as('bob').ok('recordDecision', { workspace_id, ...plain });
  const whole = (await list(world)).decisions.map(({ id }) => id);
  assert.equal(new Set(whole), new Set([other.id, ...made]));
  assert.equal(
    (await list(world, { type: 'architecture' })).decisions.map(({ id }) => id),
    [other.id],
  );
  const own = await list(world, { made_by: world.as('bob').id, state: 'fresh' });
  assert.equal(
    own.decisions.map(({ id }) => id),
    [other.id],
  );
  const pages: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await list(world, { limit: 3, ...(before !== undefined && { before }) });
    pages.push(...page.decisions.map(({ id }) => id));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.equal(pages, whole);
  const { id } = world.workspace;
  for (const before of ['W10', 'x', 'WyJhIiwxXQ']) {
    assert.is((await world.as('bob').refused('listDecisions', { id, before })).field, 'before');
  }
});

scenario('DEC-2', 'the stale list of one file names only its decisions', async (world) => {
  await publish(world, 'ada', [auth(), fileOf('src/b.ts', ['render'])]);
  const first = await decide(world);
  const second = await decide(world, { title: 'Render late', files: ['src/b.ts'] });
  const changed = fileOf('src/b.ts', [symbolOf('render', { meaning_hash: 'm2' })]);
  await publish(world, 'bob', [auth({ login: 'm2' }), changed]);
  assert.equal(new Set(await staleIds(world)), new Set([first.id, second.id]));
  assert.equal(await staleIds(world, { file: './src/B.ts' }), [second.id]);
  const listed = await tool<Output<'listStaleDecisions'>>(world, 'bob', {
    tool: 'decisions_stale',
    args: { file: 'src/auth.ts' },
  });
  assert.equal(
    listed.decisions.map(({ id }) => id),
    [first.id],
  );
});

scenario('PTH-1', 'a path that leads out of the repository is refused by name', async (world) => {
  const { id: workspace_id } = world.workspace;
  for (const files of [['../x.ts'], '/etc/passwd, a.ts', ['C:\\x.ts']]) {
    const refused = await world
      .as('ada')
      .refused('recordDecision', { workspace_id, title: 'T', files });
    assert.is(refused.status, 400);
    assert.is(refused.field, 'files');
  }
});

scenario('ACC-2', 'no decision is seen or changed from another workspace', async (world) => {
  const { id: decision_id } = await decide(world);
  const mallory = world.as('mallory');
  const { id } = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  const refused = [
    await mallory.refused('getDecision', { id, decision_id }),
    await mallory.refused('reaffirmDecision', { id, decision_id }),
    await mallory.refused('acceptDecision', { id, decision_id }),
    await mallory.refused('recordDecision', {
      workspace_id: id,
      title: 'T',
      supersedes: decision_id,
    }),
  ];
  for (const { status } of refused) assert.is(status, 404);
  const found = await mallory.ok('search', { workspace_id: id, query: 'passwords argon2' });
  assert.equal(found.results, []);
});

scenario('ANS-5', 'a decision with the same idempotency key is recorded once', async (world) => {
  const { id: workspace_id } = world.workspace;
  const send = () =>
    world.as('ada').call('recordDecision', { workspace_id, ...plain }, { idempotencyKey: 'one' });
  const answers = await Promise.all([send(), send()]);
  assert.is(answers[0]?.text, answers[1]?.text);
  assert.is((await list(world)).decisions.length, 1);
});

scenario('IMP-1', 'who works on a caller is notified that a signature changed', async (world) => {
  const handler = symbolOf('handler', { callees: ['src/auth.ts#login'] });
  const before = symbolOf('login', { signature: 'login(name)' });
  await publish(world, 'ada', [fileOf('src/auth.ts', [before]), fileOf('src/web.ts', [handler])]);
  const cleo = await world.as('cleo').agent('cleo-1').start();
  await world.as('cleo').agent('cleo-1').edit('src/web.ts', ['handler']);
  const editor = await world.as('bob').agent('bob-1').start();
  await world.as('bob').agent('bob-1').edit('src/auth.ts', ['login']);
  const feed = await world.as('cleo').feed();
  const after = symbolOf('login', { signature: 'login(name, code)', meaning_hash: 'm2' });
  const answer = await publish(world, 'bob', [fileOf('src/auth.ts', [after])], {
    session_id: editor,
  });
  const impact = {
    symbol: 'src/auth.ts#login',
    old_signature: 'login(name)',
    new_signature: 'login(name, code)',
    callers: ['src/web.ts#handler'],
    sessions: [cleo],
  };
  assert.equal(answer.impacts, [impact]);
  const { data } = await feed.next('signature_changed');
  for (const [key, value] of Object.entries(impact)) assert.equal(data[key], value, key);
  assert.is(data['session_id'], editor);
  feed.close();
});

scenario('IMP-1', 'who works on a member works on its class', async (world) => {
  const callees = ['src/auth.ts#login'];
  const version = (signature: string) => fileOf('src/auth.ts', [symbolOf('login', { signature })]);
  const caller = fileOf('src/web.ts', [symbolOf('Session', { callees })]);
  await publish(world, 'ada', [version('one'), caller]);
  const cleo = await world.as('cleo').agent('cleo-1').start();
  await world.as('cleo').agent('cleo-1').edit('src/web.ts', ['Session.open']);
  const { impacts } = await publish(world, 'ada', [version('two')]);
  assert.equal(impacts[0]?.sessions, [cleo]);
});

scenario('IMP-1', 'also who edited the caller lately, and nobody else', async (world) => {
  const handler = symbolOf('handler', { callees: ['src/auth.ts#login'] });
  const version = (signature: string) =>
    fileOf('src/auth.ts', [symbolOf('login', { signature }), symbolOf('unused', { signature })]);
  await publish(world, 'ada', [version('one'), fileOf('src/web.ts', [handler, 'other'])]);
  const editing = async (name: string, symbols: string[]) => {
    const agent = world.as(name).agent(`${name}-1`);
    const session = await agent.start();
    await agent.edit('src/web.ts', symbols);
    return session;
  };
  const bob = await editing('bob', ['handler']);
  await editing('cleo', ['other']);
  await world.pass(minutes(15));
  assert.equal((await publish(world, 'ada', [version('two')])).impacts[0]?.sessions, [bob]);
  await world.pass(minutes(60));
  const late = await publish(world, 'ada', [version('three')]);
  assert.is(late.impacts.length, 1, 'what nobody calls concerns nobody');
  assert.equal(late.impacts[0]?.sessions, []);
  const same = await publish(world, 'ada', [auth({ login: 'm9' })]);
  assert.is(same.impacts.length, 1);
});

scenario('DEC-19', 'the tool names an earlier decision about the same symbol', async (world) => {
  await publish(world, 'ada', [auth()]);
  const record = (title: string, more: Input = {}) => {
    const args = { title, files: 'src/auth.ts', ...more };
    return tool<Output<'decide'> & { message?: string }>(world, 'ada', { tool: 'decide', args });
  };
  const first = await record('login takes a name');
  assert.is(first.message, undefined);
  assert.is((await record('logout takes nothing')).message, undefined, 'another symbol');
  const { message = '' } = await record('login takes an address');
  assert.match(
    message,
    `${first.id} “login takes a name” is also decided about src/auth.ts#login,`,
  );
  assert.match(message, `with supersedes: ${first.id}`);
  const both = await record('login takes both', { supersedes: first.id });
  assert.not.match(both.message ?? '', first.id);
});

scenario('DEC-11', 'without a type a decision is an approach, on every way', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const words = { title: 'Keys are rotated', rationale: 'monthly' };
  assert.is((await ada.ok('recordDecision', { workspace_id: id, ...words })).type, 'approach');
  assert.is((await ada.ok('decide', { id, ...words })).decision_type, 'approach');
  const made = await tool<Output<'decide'>>(world, 'ada', { tool: 'decide', args: words });
  assert.is(made.decision_type, 'approach');
});

scenario('DEC-11', 'the type is taken under both its names, and one of them', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const words = { id, workspace_id: id, title: 'Keys are rotated', rationale: 'monthly' };
  const one = await ada.ok('recordDecision', { ...words, decision_type: 'bugfix' });
  assert.is(one.type, 'bugfix');
  assert.is((await ada.ok('decide', { ...words, type: 'tradeoff' })).decision_type, 'tradeoff');
  const same = { ...words, type: 'rejection', decision_type: 'rejection' };
  assert.is((await ada.ok('recordDecision', same)).type, 'rejection');
  for (const name of ['recordDecision', 'decide'] as const) {
    const both = { ...words, type: 'bugfix', decision_type: 'approach' };
    const refused = await ada.refused(name, both);
    assert.is(refused.status, 400);
    assert.is(refused.field, 'decision_type');
    assert.match(refused.message, 'give one of the two');
  }
});

test.run();
