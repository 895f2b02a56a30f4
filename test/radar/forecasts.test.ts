import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { onRelay, scenario } from '../support/scenario.ts';

const file = 'src/auth.ts';

function side(branch: string, sessions: readonly string[] = [], uncommitted = false) {
  return { branch, uncommitted, sessions };
}

function forecast(more: object = {}) {
  const sides = [side('coord/billing'), side('coord/login', [], true)];
  return { file, symbol_ids: [`${file}#login`], sides, ...more };
}

async function report(world: World, forecasts: readonly object[], name = 'ada'): Promise<number> {
  const { id } = world.workspace;
  return (await world.as(name).ok('reportForecasts', { id, forecasts })).told;
}

scenario(
  'RAD-1',
  'the sessions on both sides are notified of a coming conflict once',
  async (world) => {
    const feed = await world.as('cleo').feed();
    const [ada, bob] = [
      await world.as('ada').agent().start(),
      await world.as('bob').agent().start(),
    ];
    await world.quiet();
    const sides = [side('b2', [ada, 'sess_unknown']), side('b1', [bob, ada], true)];
    assert.is(await report(world, [forecast({ sides })]), 1);
    const { data } = await feed.next('conflict_forecast');
    const { seq: _seq, at: _at, ...fields } = data;
    assert.equal(fields, {
      type: 'conflict_forecast',
      file,
      symbols: [`${file}#login`],
      branches: ['b1', 'b2'],
      sessions: [ada, bob],
      user: 'ada',
    });
    const turned = forecast({ sides: sides.toReversed(), file: './src//auth.ts' });
    assert.is(await report(world, [turned, turned], 'bob'), 0, 'the same, whoever sees it');
    assert.is(await report(world, [forecast({ sides, symbol_ids: [] })], 'bob'), 1, 'another one');
    feed.close();
  },
);

scenario('RAD-2', 'kind, lines and hint go with the event, once', async (world) => {
  const feed = await world.as('cleo').feed();
  const lines = [{ start: 3, end: 4 }];
  const details = { kind: 'imports', lines, hint: true };
  assert.is(await report(world, [forecast({ ...details, union: ['import a'] })]), 1);
  const { data } = await feed.next('conflict_forecast');
  assert.equal([data.kind, data.lines, data.hint], ['imports', lines, true]);
  assert.not.match(JSON.stringify(data), 'import a');
  const moved = { ...details, lines: [{ start: 9, end: 9 }] };
  assert.is(await report(world, [forecast(moved)]), 0);
  assert.is(await report(world, [forecast({ kind: 'imports' })]), 1, 'no hint any more');
  const turned = { file: 'turned.ts', sides: [side('z'), side('a')] };
  assert.is(await report(world, [forecast({ ...details, ...turned })]), 1);
  const last = await feed.next('conflict_forecast', { file: 'turned.ts' });
  assert.is(last.data.lines, undefined, 'lines of the branch that is named second');
  const wrong = { id: world.workspace.id, forecasts: [forecast({ kind: 'spelling' })] };
  assert.is((await world.as('ada').refused('reportForecasts', wrong)).status, 400);
  feed.close();
});

scenario('RAD-1', 'after half an hour a coming conflict is notified again', async (world) => {
  assert.is(await report(world, [forecast(), forecast()]), 1);
  world.clock.advance(minutes(30) - 1);
  assert.is(await report(world, [forecast()]), 0);
  world.clock.advance(1);
  assert.is(await report(world, [forecast()]), 1);
  const both = await Promise.all([
    report(world, [forecast({ file: 'a.ts' })]),
    report(world, [forecast({ file: 'a.ts' })], 'bob'),
  ]);
  assert.equal(both.sort(), [0, 1], 'also when two see it at once');
});

scenario(
  'RAD-1',
  'only of files in the repository, and for members',
  async (world) => {
    const { id } = world.workspace;
    const bad = { id, forecasts: [forecast(), forecast({ file: '../x' })] };
    const refused = await world.as('ada').refused('reportForecasts', bad);
    assert.is(refused.status, 400);
    assert.is(refused.field, 'forecasts.1.file');
    const one = { id, forecasts: [forecast({ sides: [side('a')] })] };
    assert.is((await world.as('ada').refused('reportForecasts', one)).status, 400);
    const mallory = { id, forecasts: [forecast()] };
    assert.is((await world.as('mallory').refused('reportForecasts', mallory)).status, 404);
    assert.is(await report(world, []), 0);
  },
  { on: onRelay },
);

test.run();
