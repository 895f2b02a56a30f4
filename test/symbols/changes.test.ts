/** Publications that say what a session wrote: two clones of different age, each with its own version of a file. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { PublishedFile, PublishedSymbol } from '../../shared/symbols/contract.ts';
import { onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import type { World } from '../support/harness.ts';

const path = 'src/auth.ts';

/** What a clone has of the file: meanings by name. */
type Clone = Record<string, string>;

/** The file as this clone has it after the edit, with what the edit changed; an edit without a meaning removes the symbol. */
function written(clone: Clone, edit: Record<string, string | undefined>): PublishedFile {
  const before = symbolsOf(clone);
  for (const [name, meaning] of Object.entries(edit)) {
    if (meaning === undefined) delete clone[name];
    else clone[name] = meaning;
  }
  const changes = Object.keys(edit).map((name) => {
    const known = before.find((one) => one.name === name);
    if (known === undefined) return { name };
    const { meaning_hash, signature_hash } = known;
    return { name, before: { meaning_hash, signature_hash } };
  });
  return fileOf(path, symbolsOf(clone), { changes });
}

function symbolsOf(clone: Clone): PublishedSymbol[] {
  return Object.entries(clone).map(([name, meaning], at) =>
    symbolOf(name, {
      meaning_hash: meaning,
      signature: `function ${name}(${meaning.includes('!') ? meaning : ''})`,
      start_line: at * 5 + 1,
      end_line: at * 5 + 4,
    }),
  );
}

async function graphOf(world: World): Promise<Record<string, string>> {
  const { id } = world.workspace;
  const { symbols } = await world.as('cleo').ok('symbols', { id, file: path });
  return Object.fromEntries(symbols.map((one) => [one.name, one.meaning_hash]));
}

function decide(world: World, title: string): Promise<Output<'recordDecision'>> {
  const { id: workspace_id } = world.workspace;
  return world.as('cleo').ok('recordDecision', { workspace_id, title, files: [path] });
}

scenario('SYM-6', 'what an older clone has beside its edit changes nothing', async (world) => {
  const clones = { ann: { X: 'x1', Y: 'y1' }, bob: { X: 'x1', Y: 'y1' } };
  await publish(world, 'cleo', [fileOf(path, symbolsOf(clones.ann))]);
  const { id } = world.workspace;
  const decision = await decide(world, 'X is settled');
  const callers = symbolOf('login', { callees: [`${path}#X`, `${path}#Y`] });
  await publish(world, 'cleo', [fileOf('src/b.ts', [callers])]);
  const told = await publish(world, 'bob', [written(clones.bob, { X: 'x2!' })]);
  assert.equal(
    told.stale_decisions.map((one) => one.symbol),
    [`${path}#X`],
  );
  await world.as('bob').ok('reaffirmDecision', { id, decision_id: decision.id });
  const answer = await publish(world, 'ada', [written(clones.ann, { Y: 'y2' })]);
  assert.equal(answer.stale_decisions, [], 'Ann has not changed X');
  assert.equal(answer.impacts, [], 'nor its signature');
  assert.equal(await graphOf(world), { X: 'x2!', Y: 'y2' });
});

scenario(
  'SYM-6',
  'who publishes over what others have written is told what it was',
  async (world) => {
    await publish(world, 'cleo', [fileOf(path, symbolsOf({ X: 'x1', Y: 'y1' }))]);
    const [bob, ann]: Clone[] = [{ X: 'x1' }, { X: 'x1', Y: 'y1' }];
    const own = await publish(world, 'bob', [written(bob ?? {}, { X: 'x2!' })]);
    assert.is(own.published_over, undefined, 'the team had what Bob had');
    const edit = written(ann ?? {}, { X: 'x3', Y: undefined });
    const over = (await publish(world, 'ada', [edit])).published_over ?? [];
    const [{ symbol, ...rest } = { path: '', name: '', symbol: undefined }, another] = over;
    assert.equal([rest, another], [{ path, name: 'X' }, undefined]);
    assert.equal(symbol, { ...symbolsOf({ X: 'x2!' })[0], members: [] });
  },
);

scenario('SYM-6', 'an edit is taken back only where nobody has written since', async (world) => {
  const ann: Clone = { X: 'x1', Y: 'y1' };
  await publish(world, 'cleo', [fileOf(path, symbolsOf(ann))]);
  const decision = await decide(world, 'X and Y are settled');
  await publish(world, 'ada', [written(ann, { X: 'x2', Y: 'y2' })]);
  await publish(world, 'bob', [written({ X: 'x1' }, { X: 'x3' })]);
  const back = written(ann, { X: 'x1', Y: 'y1' });
  await publish(world, 'ada', [back], { from_git: true, taken_back: true });
  assert.equal(await graphOf(world), { X: 'x3', Y: 'y1' });
  const { id } = world.workspace;
  await publish(world, 'bob', [written({ X: 'x3' }, { X: 'x1' })]);
  const { state } = await world.as('cleo').ok('getDecision', { id, decision_id: decision.id });
  assert.is(state, 'fresh');
});

scenario(
  'SYM-6',
  'what was taken back does not come back with what was put over it',
  async (world) => {
    await publish(world, 'cleo', [fileOf(path, symbolsOf({ X: 'x1' }))]);
    await publish(world, 'ada', [written({ X: 'x1' }, { X: 'x2' })]);
    await publish(world, 'bob', [written({ X: 'x1' }, { X: 'x3' })]);
    const takenBack = { from_git: true, taken_back: true };
    await publish(world, 'ada', [written({ X: 'x2' }, { X: 'x1' })], takenBack);
    assert.equal(await graphOf(world), { X: 'x3' });
    await publish(world, 'bob', [written({ X: 'x3' }, { X: 'x2' })], takenBack);
    assert.equal(await graphOf(world), { X: 'x1' }, 'x2 is nowhere any more');
    await publish(world, 'ada', [written({ X: 'x1' }, { X: 'x2' })]);
    await publish(world, 'bob', [written({ X: 'x2' }, { X: 'x3' })]);
    await publish(world, 'bob', [written({ X: 'x3' }, { X: 'x2' })], takenBack);
    assert.equal(await graphOf(world), { X: 'x2' }, 'Ada has written it again');
  },
);

scenario('SYM-6', 'added and removed symbols are told one by one too', async (world) => {
  const [ann, bob]: Clone[] = [
    { X: 'x1', Y: 'y1' },
    { X: 'x1', Y: 'y1' },
  ];
  await publish(world, 'cleo', [fileOf(path, symbolsOf(ann ?? {}))]);
  await decide(world, 'Y is settled');
  await publish(world, 'bob', [written(bob ?? {}, { New: 'n1', X: undefined })]);
  assert.equal(await graphOf(world), { Y: 'y1', New: 'n1' });
  const { stale_decisions } = await publish(world, 'ada', [written(ann ?? {}, { Y: undefined })]);
  assert.is(stale_decisions[0]?.symbol, `${path}#Y`);
  assert.equal(await graphOf(world), { New: 'n1' });
});

scenario('SYM-6', 'the same written twice changes nothing the second time', async (world) => {
  await publish(world, 'cleo', [fileOf(path, symbolsOf({ X: 'x1', Y: 'y1' }))]);
  const file = written({ X: 'x1', Y: 'y1' }, { X: 'x2' });
  const { graph_version } = await publish(world, 'ada', [file]);
  const again = await publish(world, 'bob', [file]);
  assert.is(again.graph_version, graph_version);
  const whole = fileOf(path, symbolsOf({ X: 'x1', Y: 'y1' }));
  await publish(world, 'cleo', [whole]);
  assert.equal(await graphOf(world), { X: 'x1', Y: 'y1' }, 'one without changes replaces');
});

scenario('SYM-6', 'only what the edit changed of a symbol is taken over', async (world) => {
  await publish(world, 'cleo', [fileOf(path, symbolsOf({ X: 'x1', Y: 'y1' }))]);
  const bob = { X: 'x1', Y: 'y1' };
  await publish(world, 'bob', [written(bob, { X: 'x2!' })]);
  const ann = { X: 'x1', Y: 'y1' };
  const comment = written(ann, { X: 'x1' });
  const answer = await publish(world, 'ada', [comment]);
  assert.is((await graphOf(world))['X'], 'x2!', 'a comment takes nothing back');
  assert.equal(answer.impacts, []);
});

scenario('SYM-6', 'calls come with the symbol that makes them', async (world) => {
  const other = fileOf('src/b.ts', ['f', 'g']);
  const calls = (X: string[], Y: string[]) => [
    symbolOf('X', { callees: X, meaning_hash: X.join() || 'none' }),
    symbolOf('Y', { callees: Y, meaning_hash: Y.join() || 'none' }),
  ];
  await publish(world, 'cleo', [other, fileOf(path, calls([], []))]);
  const changed = (name: string) => {
    const before = { meaning_hash: 'none', signature_hash: 'none' };
    return { changes: [{ name, before }] };
  };
  await publish(world, 'bob', [fileOf(path, calls(['src/b.ts#f'], []), changed('X'))]);
  await publish(world, 'ada', [fileOf(path, calls([], ['src/b.ts#g']), changed('Y'))]);
  const top = { callees: ['src/b.ts#f'], changes: [{ name: '' }] };
  await publish(world, 'ada', [fileOf(path, calls([], ['src/b.ts#g']), top)]);
  const { id } = world.workspace;
  const { symbols } = await world
    .as('cleo')
    .ok('symbols', { id, file: 'src/b.ts', neighbours: true });
  const callers = Object.fromEntries(symbols.map((one) => [one.name, one.callers]));
  assert.equal(callers, { f: [`${path}#`, `${path}#X`], g: [`${path}#Y`] });
});

const names = ['X', 'Y', 'Z'] as const;
const someEdit = fc.record({
  by: fc.constantFrom('ann', 'bob'),
  name: fc.constantFrom(...names),
  meaning: fc.constantFrom('m1', 'm2', 'm3!', undefined),
  reaffirm: fc.boolean(),
});

scenario(
  'SYM-5',
  'two clones: the graph has everybody’s last edit, and a mark names who changed the symbol',
  async (world) => {
    const property = fc.asyncProperty(fc.array(someEdit, { maxLength: 10 }), async (edits) => {
      const team = { ann: world.as('ada'), bob: world.as('bob') };
      const slug = `clones-${Math.random().toString(36).slice(2, 12)}`;
      const { id } = await team.ann.ok('createWorkspace', { name: 'Clones', slug });
      const clones: Record<string, Clone> = {
        ann: { X: 'm0', Y: 'm0', Z: 'm0' },
        bob: { X: 'm0', Y: 'm0', Z: 'm0' },
      };
      const model: Clone = { ...clones['ann'] };
      const files = [fileOf(path, symbolsOf(model))];
      await team.ann.ok('publishSymbols', { id, files });
      const decision_id: Record<string, string> = {};
      for (const name of names) {
        const title = `${name} is settled`;
        const made = { workspace_id: id, title, files: [path] };
        decision_id[name] = (await team.ann.ok('recordDecision', made)).id;
      }
      for (const { by, name, meaning, reaffirm } of edits) {
        const clone = clones[by] ?? {};
        if (clone[name] === meaning) continue;
        const wasThere = model[name];
        const file = written(clone, { [name]: meaning });
        if (meaning === undefined) delete model[name];
        else model[name] = meaning;
        const answer = await team.ann.ok('publishSymbols', { id, files: [file] });
        const marked = answer.stale_decisions.map((one) => one.symbol);
        // A decision whose symbol is gone is about the file.
        assert.ok(marked.every((symbol) => [`${path}#${name}`, `${path}#`].includes(symbol)));
        // The other clone may have given it that meaning and left the signature, of which the file's own mark tells.
        const isMarked = marked.includes(`${path}#${name}`);
        assert.ok(!isMarked || wasThere !== meaning, 'it had that meaning already');
        const signatures = answer.impacts.map((one) => one.symbol);
        assert.ok(signatures.every((symbol) => symbol === `${path}#${name}`));
        if (reaffirm)
          await team.ann.ok('reaffirmDecision', { id, decision_id: decision_id[name] ?? '' });
      }
      const { symbols } = await team.ann.ok('symbols', { id });
      const graph = Object.fromEntries(symbols.map((one) => [one.name, one.meaning_hash]));
      assert.equal(new Map(Object.entries(graph).sort()), new Map(Object.entries(model).sort()));
    });
    await fc.assert(property, { numRuns: 40 });
  },
  { on: (target) => onRelay(target) && target.database === 'sqlite' },
);

test.run();
