/** Fields of a wrong type, size or name. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../shared/api/client.ts';
import { operationNames, operations } from '../../shared/api/operations.ts';
import { withoutNulls } from '../../shared/contract/read-input.ts';
import { pathParameters, type Operation } from '../../shared/contract/operation.ts';
import { refusalIn } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { json, assertCalm, oddValues, sendOdd } from './odd-input.ts';
import { validInput } from './valid-input.ts';

const callable = operationNames.filter((name) => operations[name].delivery === 'json');

scenario('ANS-3', 'wrong values of every field of every operation', async (world) => {
  for (const name of callable) {
    for (const field of Object.keys(operations[name].input.shape)) {
      for (const value of oddValues(world)) await sendOdd(world, name, { field, value });
    }
  }
  await world.as('ada').ok('profile', {});
});

scenario('ANS-3', 'a missing field is named', async (world) => {
  for (const name of callable.filter((each) => operations[each].method !== 'GET')) {
    const valid = validInput(name, world);
    for (const field of Object.keys(valid)) {
      if (pathParameters(operations[name].path).includes(field)) continue;
      const { [field]: _left, ...input } = valid;
      const operation: Operation = operations[name];
      const answer = await world.as('ada').call(name, input);
      assertCalm(answer, `${name} without ${field}`);
      if (operation.input.safeParse(input).success) continue;
      assert.is(refusalIn(answer).field, field, `${name} without ${field}: ${answer.text}`);
    }
  }
});

scenario('ANS-3', 'null is as good as nothing where a field may be left out', async (world) => {
  for (const name of callable.filter((each) => operations[each].method !== 'GET')) {
    const { shape }: Operation['input'] = operations[name].input;
    const valid = validInput(name, world);
    const optional = Object.keys(shape).filter((field) => !(field in valid));
    const nothing = Object.fromEntries(optional.map((field) => [field, null]));
    const answer = await world.as('ada').call(name, { ...valid, ...nothing });
    assertCalm(answer, name);
    if (answer.status >= 400)
      assert.not.ok(optional.includes(refusalIn(answer).field ?? ''), `${name}: ${answer.text}`);
  }
});

test('ANS-3 null of a field that it empties stays', () => {
  const { input } = operations.changeTask;
  const given = { id: 'x', task_id: 'x', assignee_session: null };
  assert.is(withoutNulls(input.shape, given)['assignee_session'], null);
});

scenario('ANS-3', 'unknown fields are ignored, also odd ones', async (world) => {
  const extra =
    '"unknown":1,"__proto__":{"role":"owner","access":"public"},"constructor":{"prototype":{"x":1}},' +
    '"toString":null,"hasOwnProperty":0,"then":"x","toJSON":1';
  for (const name of callable) {
    const { path, body } = requestOf(operations[name], validInput(name, world));
    if (body === undefined) continue;
    const { method } = operations[name];
    const ask = (text: string) => world.as('ada').send({ method, path, headers: json, body: text });
    const plain = await ask(body);
    const odd = await ask(body === '{}' ? `{${extra}}` : `{${extra},${body.slice(1)}`);
    assertCalm(odd, name);
    const twice = name === 'createWorkspace' || name === 'removeMember';
    if (!twice) assert.is(odd.status, plain.status, `${name}: ${odd.text}`);
  }
  assert.is(({} as Record<string, unknown>)['role'], undefined, 'no prototype was changed');
});

scenario('ANS-2', 'random JSON for every operation', async (world) => {
  const anything = fc.anything({
    withNullPrototype: false,
    withBigInt: false,
    withDate: false,
    withMap: false,
    maxDepth: 4,
    key: fc.oneof(fc.string(), fc.constantFrom('id', 'event', '__proto__', 'slug', 'limit')),
  });
  const bodies = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    anything.map((value) => JSON.stringify(value) ?? ''),
  );
  const posted = callable.filter((name) => operations[name].method !== 'GET');
  const property = fc.asyncProperty(fc.constantFrom(...posted), bodies, async (name, body) => {
    const { path } = requestOf(operations[name], validInput(name, world));
    const { method } = operations[name];
    assertCalm(await world.as('ada').send({ method, path, headers: json, body }), name);
  });
  await fc.assert(property, { numRuns: 200 });
});

scenario('ANS-2', 'random fields that are nearly right', async (world) => {
  const { slug: workspace_slug } = world.workspace;
  const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 1_100 }), fc.constant(undefined));
  const body = fc.record({
    event: fc.constantFrom('postToolUse', 'preToolUse', 'sessionStart', 'Stop', 'UserPromptSubmit'),
    conversation_id: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    file_path: word,
    task: word,
    branch: word,
    agent_type: word,
    symbol_ids: fc.oneof(
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
      fc.constant(undefined),
    ),
  });
  const property = fc.asyncProperty(body, async (input) => {
    const answer = await world.as('ada').call('hook', { workspace_slug, ...input });
    assertCalm(answer, JSON.stringify(input));
  });
  await fc.assert(property, { numRuns: 150 });
  assertCalm(await world.as('ada').get(`/workspaces/${world.workspace.id}/reservations`), 'list');
});

scenario('ANS-2', 'names of the greatest length, in letters of many bytes', async (world) => {
  const letters = (length: number) =>
    Array.from({ length }, () =>
      String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
    ).join('');
  const { slug: workspace_slug } = world.workspace;
  const file_path = letters(1_024);
  const symbol_ids = [`${file_path}#${letters(300)}`, letters(1_000), `${file_path}#`];
  const conversation = { conversation_id: letters(200), agent_id: letters(200) };
  for (const ids of [undefined, symbol_ids, symbol_ids.slice(0, 1), symbol_ids.slice(2)]) {
    const body = {
      workspace_slug,
      event: 'postToolUse',
      ...conversation,
      file_path,
      symbol_ids: ids,
    };
    assertCalm(await world.as('ada').call('hook', body), `${ids?.length} symbols`);
  }
  const longest = letters(300);
  const accepted = await world
    .as('bob')
    .agent(letters(200))
    .edit(longest, [letters(200)]);
  assert.is(accepted.reserved?.length, 1, 'names of a sensible length are taken');
});

scenario(
  'ANS-3',
  'booleans, lists and words are no numbers, and a list is no body',
  async (world) => {
    const bob = world.as('bob');
    const search = { workspace_id: world.workspace.id, query: 'anything' };
    for (const limit of [true, [2], 'two', '', '1e3', 1.5, {}]) {
      const refused = await bob.refused('search', { ...search, limit });
      assert.equal([refused.status, refused.field], [400, 'limit'], JSON.stringify(limit));
    }
    await bob.ok('search', { ...search, limit: '2' });
    const list = { method: 'POST', path: '/users/keys', headers: json, body: '[1,2]' } as const;
    assert.is(refusalIn(await bob.send(list)).status, 400);
  },
);

scenario('ANS-3', 'a NUL in the place that a changed part belongs to is refused', async (world) => {
  const of = { workspace_slug: world.workspace.slug, event: 'postToolUse', conversation_id: 'c' };
  for (const within of ['a\0b', '\ud800']) {
    const parts = [{ symbol_id: 'a', within, lines: [] }];
    const body = { ...of, file_path: 'src/a.ts', changes: { base: '', parts } };
    const refused = await world.as('ada').refused('hook', body);
    assert.is(refused.status, 400, refused.message);
    assert.match(refused.message, 'without NUL');
  }
});

test.run();
