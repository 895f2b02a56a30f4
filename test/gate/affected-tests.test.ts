import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

/** What the relay says without results. */
function discover(world: World, input: Input) {
  return world.as('bob').ok('confirmReady', { id: world.workspace.id, ...input });
}

/** `login` is reached by two tests, one of them through `pay`; nothing tests `logout`. */
async function publishShop(world: World): Promise<void> {
  await publish(world, 'ada', [
    fileOf('src/auth.ts', ['login', 'logout']),
    fileOf('src/pay.ts', [symbolOf('pay', { callees: ['src/auth.ts#login'] })]),
    fileOf('test/auth.test.ts', [], { callees: ['src/auth.ts#login'] }),
    fileOf('test/pay.test.ts', [symbolOf('paid', { callees: ['src/pay.ts#pay'] })]),
    fileOf('test/other.test.ts', [], { callees: ['src/other.ts#other'] }),
    fileOf('src/other.ts', ['other']),
  ]);
}

scenario('GAT-0', 'the graph leads from touched symbols to the tests', async (world) => {
  await publishShop(world);
  const answer = await discover(world, { touched_symbols: ['src/auth.ts#login'] });
  assert.equal(answer, {
    phase: 'discover',
    affected_tests: ['test/auth.test.ts', 'test/pay.test.ts'],
    whole_suite: false,
  });
  const part = await discover(world, { touched_symbols: ['src/auth.ts#login.checked'] });
  assert.equal(part, answer, 'a place below a symbol is reached as the symbol is');
});

scenario('GAT-0', 'a file stands for its symbols, whatever its spelling', async (world) => {
  await publishShop(world);
  const answer = await discover(world, { touched_files: './SRC//auth.ts, test/new.test.ts' });
  assert.equal(answer.affected_tests, [
    'test/new.test.ts',
    'test/auth.test.ts',
    'test/pay.test.ts',
  ]);
  assert.is(answer.whole_suite, false);
  assert.match(answer.reason ?? '', /Only functions, classes/);
});

scenario(
  'GAT-0',
  'what cannot be trusted means the whole suite, with the reason',
  async (world) => {
    await publishShop(world);
    const cases = [
      [{}, /it is not said what was touched/],
      [{ touched_files: ['package.json', 'src/auth.ts'] }, /package\.json is configuration/],
      [{ touched_files: ['test/fixtures/a.ts'] }, /is a fixture/],
      [{ touched_files: ['README.md'] }, /is no TypeScript or JavaScript/],
      [{ touched_files: ['src/unknown.ts'] }, /src\/unknown\.ts is not in the symbol graph/],
      [{ touched_symbols: ['src/auth.ts#gone'] }, /src\/auth\.ts#gone is not in the symbol graph/],
      [{ touched_symbols: ['src/auth.ts#'] }, /outside every function and class of src\/auth\.ts/],
      [{ touched_symbols: ['src/auth.ts#logout'] }, /no test is known to reach the change/],
    ] as const;
    for (const [input, reason] of cases) {
      const answer = await discover(world, input);
      assert.ok(answer.whole_suite, JSON.stringify(input));
      assert.match(answer.reason ?? '', reason);
      assert.match(answer.reason ?? '', /^Run everything: .*\.$/);
    }
    const both = await discover(world, { touched_files: ['package.json', 'src/auth.ts'] });
    assert.equal(
      both.affected_tests,
      ['test/auth.test.ts', 'test/pay.test.ts'],
      'the nearest first',
    );
  },
);

scenario('GAT-0', 'what a module computes when it is loaded is in doubt', async (world) => {
  await publishShop(world);
  await publish(world, 'ada', [
    fileOf('src/table.ts', ['lookUp'], { callees: ['src/auth.ts#logout'] }),
    fileOf('test/table.test.ts', [], { callees: ['src/table.ts#lookUp'] }),
  ]);
  const answer = await discover(world, { touched_symbols: ['src/auth.ts#logout'] });
  assert.equal(answer.affected_tests, ['test/table.test.ts']);
  assert.ok(answer.whole_suite);
  assert.match(answer.reason ?? '', /of src\/table\.ts is affected/);
});

scenario('GAT-0', 'a long chain and many callers are followed to their end', async (world) => {
  const chain = Array.from({ length: 40 }, (_, at) =>
    fileOf(`src/c${at}.ts`, [symbolOf('f', { callees: at === 0 ? [] : [`src/c${at - 1}.ts#f`] })]),
  );
  const tests = Array.from({ length: 400 }, (_, at) =>
    fileOf(`test/t${at}.test.ts`, [], { callees: [`src/c${at % 40}.ts#f`] }),
  );
  await publish(world, 'ada', [...chain, ...tests]);
  const all = await discover(world, { touched_symbols: ['src/c0.ts#f'] });
  assert.is(all.affected_tests?.length, 400);
  assert.is(all.whole_suite, false);
  const last = await discover(world, { touched_symbols: ['src/c39.ts#f'] });
  assert.is(last.affected_tests?.length, 10);
});

test.run();
