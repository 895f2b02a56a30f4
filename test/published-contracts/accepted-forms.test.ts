/** PUB-1: the forms in which a contract is taken, what is refused, and where TypeScript is read. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import { relayScenario } from '../support/scenario.ts';
import { first, publish, read, second } from './publishing.ts';

relayScenario(
  'PUB-1',
  'a JSON object is a JSON Schema, and another language breaks',
  async (world) => {
    const schema = JSON.stringify({ type: 'object', properties: { id: { type: 'string' } } });
    const one = await publish(world, { schema });
    assert.is(one.language, 'json-schema');
    const two = await publish(world);
    assert.is(two.language, 'typescript');
    assert.ok(two.breaking);
    assert.match(two.changes[0]?.text ?? '', 'cannot be compared');
  },
);

relayScenario('ANS-1', 'what does not fit is refused with the field', async (world) => {
  const { id } = world.workspace;
  await publish(world);
  const good = { id, name: 'user', schema: first };
  const cases: readonly (readonly [Input, number, string])[] = [
    [{ name: 'a/b' }, 400, 'name'],
    [{ name: '..' }, 400, 'name'],
    [{ schema: '' }, 400, 'schema'],
    [{ schema: 'x'.repeat(50_001) }, 400, 'schema'],
    [{ schema: { type: 'string' } }, 400, 'schema'],
    [{ files: ['../x'] }, 400, 'files'],
    [{ session_id: 'sess_nothing' }, 404, 'session_id'],
  ];
  for (const [change, status, field] of cases) {
    const refused = await world.as('bob').refused('publishContract', { ...good, ...change });
    assert.is(refused.status, status, refused.text);
    assert.is(refused.field, field, refused.text);
  }
  assert.equal((await read(world)).versions, [1]);
  const gone = [{ name: 'other' }, { version: 2 }, { session_id: 'sess_nothing' }];
  for (const input of gone) {
    const refused = await world.as('bob').refused('getContract', { id, name: 'user', ...input });
    assert.is(refused.status, 404);
  }
  const zero = { id, name: 'user', version: 0 };
  assert.is((await world.as('bob').refused('getContract', zero)).status, 400);
});

relayScenario(
  'PUB-1',
  'what is no TypeScript is refused with its line and column, as the first version and as a later one',
  async (world) => {
    const { id } = world.workspace;
    const broken = [
      ['export interface {{{', /^schema is no TypeScript: line 1, column 1: .+\. Mend it there/],
      ['interface User {\n  name: string;\n', /line 3, column 1: '}' expected\./],
      ['type A = string;\n\ntype B number;', /line 3, column 8: .+ expected\./],
      ['login(user: string): Token\ninterface B { x: ; }', /line 2, column 18: Type expected\./],
      ['openapi: 3.0.0\npaths:\n  /users:', /^schema is no TypeScript: line \d/],
      ['{"type": "object",', /^schema is neither JSON nor TypeScript: line 1, column \d+: /],
    ] as const;
    const check = async () => {
      for (const [schema, why] of broken) {
        const given = { id, name: 'user', schema };
        const refused = await world.as('bob').refused('publishContract', given);
        assert.equal([refused.status, refused.field], [400, 'schema'], refused.text);
        assert.match(refused.message, why);
      }
    };
    await check();
    await publish(world);
    await check();
    assert.equal((await read(world)).versions, [1]);
  },
);

relayScenario('PUB-1 PUB-2', 'another form is taken as text and never compared', async (world) => {
  const { id } = world.workspace;
  const forms: readonly (readonly [Input, string, string])[] = [
    [{ name: 'shop.yaml' }, 'openapi: 3.0.0\npaths:\n  /users:', 'openapi: 3.0.0\npaths:'],
    [{ name: 'shop.graphql' }, 'type User { id: ID! }', 'type User { id: ID!, name: String }'],
    [{ name: 'shop', files: 'api/shop.proto' }, 'syntax = "proto3";', 'syntax = "proto2";'],
    // A label in TypeScript, in which nothing would be different.
    [{ name: 'labels.yml' }, 'openapi: 3', 'openapi: 4'],
  ];
  for (const [named, before, after] of forms) {
    const one = await publish(world, { schema: before, ...named });
    assert.equal([one.language, one.version, one.changes], ['text', 1, []]);
    assert.is((await publish(world, { schema: before, ...named })).version, 1);
    const two = await publish(world, { schema: after, ...named });
    assert.ok(two.breaking);
    assert.match(two.changes[0]?.text ?? '', 'cannot be compared');
  }
  const mixed = { name: 'mixed', files: 'src/a.ts, shop.yaml' };
  assert.is((await publish(world, mixed)).language, 'typescript', 'not all files say another form');
  const refused = await world
    .as('bob')
    .refused('publishContract', { id, name: 'shop2', schema: forms[1]?.[1] });
  assert.match(refused.message, 'end its name with the extension');
});

relayScenario('PUB-1', 'a JSON array is no schema, but a named tuple type is', async (world) => {
  const { id } = world.workspace;
  for (const schema of ['[1,2]', ' [{"type": "string"}]\n']) {
    const refused = await world.as('bob').refused('publishContract', { id, name: 'pair', schema });
    assert.equal([refused.status, refused.field], [400, 'schema']);
    assert.match(refused.message, 'a JSON Schema is an object. Publish the object');
  }
  for (const schema of ['type Pair = [1, 2]', '[string, number]', '{"type":"array"}'])
    assert.ok((await publish(world, { name: 'pair', schema })).version);
});

relayScenario('PUB-1', 'types and signatures alone are TypeScript too', async (world) => {
  const texts = [
    'login(user: string): Promise<Token>',
    'string | number',
    'login(user: string): Token\nlogout(): void',
    'name: string; age: number',
    '{ name: string; age?: number }',
    'User',
    'login(user: string): Token;\n\nexport interface Token { value: string }',
    '// nothing but a comment',
  ];
  for (const [at, schema] of texts.entries()) {
    const { version } = await publish(world, { name: `alone-${at}`, schema });
    assert.is(version, 1, schema);
  }
});

relayScenario(
  'PUB-2',
  'TypeScript is read in a thread that starts with the first contract in it and ends with the relay; others are answered meanwhile',
  async (world) => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    try {
      await publish(world, { name: 'json', schema: '{"type": "string"}' });
      await publish(world, { name: 'json', schema: '{"type": "number"}' });
      assert.is(threads.length, 0, 'nothing to parse');
      let isRead = false;
      const user = publish(world).finally(() => (isRead = true));
      for (let answered = 0; answered < 5; answered += 1) await read(world, { name: 'json' });
      assert.not.ok(isRead, 'others are answered meanwhile');
      await user;
      assert.ok((await publish(world, { schema: second })).breaking);
      await publish(world, { schema: first });
    } finally {
      process.off('worker', note);
    }
    assert.is(threads.length, 1);
    const ended = once(threads[0] as Worker, 'exit');
    await world.restart();
    await ended;
  },
);

test.run();
