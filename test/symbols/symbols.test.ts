import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { PublishedFile } from '../../shared/symbols/contract.ts';
import { onPostgres, onRelay, relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { tool } from '../support/tools.ts';
import type { World } from '../support/harness.ts';

type Symbols = Output<'symbols'>;

function find(world: World, query: Readonly<Record<string, unknown>>): Promise<Symbols> {
  return world.as('bob').ok('symbols', { id: world.workspace.id, ...query });
}

const ids = ({ symbols }: Symbols) => symbols.map(({ id }) => id);

scenario('SYM-1', 'published symbols are found by name, id, file and kind', async (world) => {
  const User = symbolOf('User', { kind: 'class', start_line: 9, end_line: 12, doc: 'Who acts.' });
  await publish(world, 'ada', [fileOf('src/a.ts', ['login', User]), fileOf('src/b.ts', ['login'])]);
  assert.equal(ids(await find(world, { name: 'login' })), ['src/a.ts#login', 'src/b.ts#login']);
  assert.equal(ids(await find(world, { symbol_id: 'src/b.ts#login' })), ['src/b.ts#login']);
  assert.equal(ids(await find(world, { file: './src//a.ts' })), [
    'src/a.ts#login',
    'src/a.ts#User',
  ]);
  const { symbols, graph_version } = await find(world, { kind: 'class' });
  assert.is(graph_version, 1);
  const { callees: _callees, ...published } = User;
  assert.equal(symbols, [{ ...published, id: 'src/a.ts#User', file: 'src/a.ts' }]);
  assert.equal(ids(await find(world, { name: 'nobody' })), []);
});

scenario('SYM-1', 'the same again changes nothing, and the version stays', async (world) => {
  const files = [fileOf('src/a.ts', ['login', 'logout'])];
  assert.is((await publish(world, 'ada', files)).graph_version, 1);
  const feed = await world.as('bob').feed();
  assert.is((await publish(world, 'ada', files)).graph_version, 1);
  assert.is((await publish(world, 'bob', files)).graph_version, 1);
  const moved = fileOf('src/a.ts', [symbolOf('login', { start_line: 5, end_line: 7 }), 'logout']);
  assert.is((await publish(world, 'ada', [moved])).graph_version, 2);
  const { data } = await feed.next('graph_changed');
  assert.is(data['graph_version'], 2, 'one event for one change');
  assert.equal(data['files'], ['src/a.ts']);
  feed.close();
});

scenario(
  'SYM-1',
  'what is gone from a file is gone from the graph, with its calls',
  async (world) => {
    const calls = (callees: string[]) => symbolOf('handler', { callees });
    await publish(world, 'ada', [
      fileOf('src/a.ts', ['login', 'logout']),
      fileOf('src/b.ts', [calls(['src/a.ts#login', 'src/a.ts#logout'])]),
    ]);
    await publish(world, 'ada', [fileOf('src/b.ts', [calls(['src/a.ts#logout'])])]);
    const [login, logout] = (await find(world, { file: 'src/a.ts', neighbours: true })).symbols;
    assert.equal(login?.callers, []);
    assert.equal(logout?.callers, ['src/b.ts#handler']);
    await publish(world, 'ada', [fileOf('src/a.ts', ['logout']), fileOf('src/b.ts', [])]);
    assert.equal(ids(await find(world, {})), ['src/a.ts#logout']);
    const [left] = (await find(world, { neighbours: true })).symbols;
    assert.equal(left?.callers, []);
  },
);

scenario('SYM-2', 'neighbours are callers and callees, also of top-level code', async (world) => {
  await publish(world, 'ada', [
    fileOf('src/a.ts', ['login']),
    fileOf('src/b.ts', [symbolOf('handler', { callees: ['src/a.ts#login'] })]),
    fileOf('src/main.ts', [], { callees: ['src/b.ts#handler'] }),
  ]);
  const { symbols } = await find(world, { name: 'handler', neighbours: true });
  assert.equal(symbols[0]?.callers, ['src/main.ts#']);
  assert.equal(symbols[0]?.callees, ['src/a.ts#login']);
  const listed = await tool<Symbols>(world, 'bob', {
    tool: 'symbols',
    args: { name: 'handler', neighbours: true },
  });
  assert.equal(listed.symbols, symbols);
  const plain = await tool<Symbols>(world, 'bob', { tool: 'symbols', args: { name: 'login' } });
  assert.is(plain.symbols[0]?.callers, undefined);
});

scenario('SYM-3', 'a file that cannot be parsed keeps what was known of it', async (world) => {
  await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
  const broken = await publish(world, 'ada', [fileOf('src/a.ts', [], { parsed: false })]);
  assert.is(broken.graph_version, 1);
  assert.equal(ids(await find(world, {})), ['src/a.ts#login']);
});

scenario('SYM-3', 'a first index adds files and leaves alone what edits said', async (world) => {
  await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
  const full = [fileOf('src/a.ts', ['older']), fileOf('src/b.ts', ['handler'])];
  await publish(world, 'bob', full, { full: true });
  assert.equal(ids(await find(world, {})), ['src/a.ts#login', 'src/b.ts#handler']);
});

scenario('SYM-3', 'a first index puts back a file of which every symbol is gone', async (world) => {
  const file = fileOf('src/a.ts', ['login', 'logout']);
  await publish(world, 'ada', [file]);
  const gone = file.symbols.map(({ name, meaning_hash, signature_hash }) => {
    return { name, before: { meaning_hash, signature_hash } };
  });
  await publish(world, 'ada', [fileOf('src/a.ts', [], { changes: gone })]);
  assert.equal(ids(await find(world, {})), []);
  await publish(world, 'bob', [file], { full: true });
  assert.equal(ids(await find(world, {})), ['src/a.ts#login', 'src/a.ts#logout']);
});

scenario('SYM-4', 'symbols are found by what they are for', async (world) => {
  await publish(world, 'ada', [
    fileOf('src/a.ts', [symbolOf('retryLater', { doc: 'Sends a failed request again.' })]),
    fileOf('src/b.ts', ['render']),
  ]);
  const found = await find(world, { query: 'send the failed request once more' });
  assert.is(found.symbols[0]?.id, 'src/a.ts#retryLater');
  assert.ok((found.symbols[0]?.similarity ?? 0) > 0);
  assert.equal(ids(await find(world, { query: 'failed request', file: 'src/b.ts' })), []);
  await publish(world, 'ada', [fileOf('src/a.ts', [])]);
  assert.equal(ids(await find(world, { query: 'failed request' })), []);
});

scenario('SYM-4', 'a name that is written out in words comes first', async (world) => {
  await publish(world, 'ada', [
    fileOf('src/a.ts', [symbolOf('trim', { doc: 'Whether it is a string that can be trimmed.' })]),
    fileOf('src/b.ts', ['isString', 'Is_Other']),
  ]);
  for (const query of ['is string', 'isString', 'IsString?']) {
    const [first] = (await find(world, { query })).symbols;
    assert.is(first?.id, 'src/b.ts#isString', query);
  }
  assert.is((await find(world, { query: '?!' })).symbols[0]?.name, undefined);
});

scenario('PTH-2', 'two spellings of a path are one file of the graph', async (world) => {
  await publish(world, 'ada', [fileOf('src/A.ts', ['login'])]);
  await publish(world, 'bob', [fileOf('./src/a.ts', ['login', 'logout'])]);
  assert.is((await find(world, { file: 'SRC/a.ts' })).symbols.length, 2);
  assert.is((await find(world, {})).symbols.length, 2);
});

scenario('PTH-1', 'a path that leads out of the repository is refused by name', async (world) => {
  const { id } = world.workspace;
  const files = [fileOf('src/a.ts', []), fileOf('../b.ts', [])];
  const refused = await world.as('ada').refused('publishSymbols', { id, files });
  assert.is(refused.status, 400);
  assert.is(refused.field, 'files.1.path');
  assert.is((await world.as('ada').refused('symbols', { id, file: '/etc' })).field, 'file');
});

scenario('ANS-4', 'pages of symbols show each once', async (world) => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  await publish(world, 'ada', [fileOf('src/a.ts', names), fileOf('src/b.ts', names)]);
  const whole = ids(await find(world, {}));
  assert.is(whole.length, 24);
  const pages: string[] = [];
  for (let cursor: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await find(world, { limit: 7, ...(cursor !== undefined && { cursor }) });
    pages.push(...ids(page));
    if ((cursor = page.next_cursor) === undefined) break;
  }
  assert.equal(pages, whole);
  const { id } = world.workspace;
  assert.is((await world.as('ada').refused('symbols', { id, cursor: 'W10' })).field, 'cursor');
});

scenario('ANS-2', 'the longest names in letters of many bytes are stored', async (world) => {
  const letters = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + (at % 5_000))).join('');
  const path = letters(500);
  const callees = [`${letters(500)}#${letters(300)}`, `${letters(1_000)}#`, '#', ''];
  const symbol = symbolOf(letters(300), { callees });
  await publish(world, 'ada', [fileOf(path, [symbol], { callees })]);
  const { symbols } = await find(world, { neighbours: true });
  assert.is(symbols[0]?.callees?.length, 2, 'what names no file is left out');
});

scenario('ACC-2', 'the graph of another workspace is its own', async (world) => {
  await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  const found = await mallory.ok('symbols', { id: own.id, symbol_id: 'src/a.ts#login' });
  assert.equal(found, { symbols: [], graph_version: 0 });
});

scenario(
  'SYM-1',
  'publications through two relay processes count one version each',
  async (world) => {
    const { id } = world.workspace;
    const second = await world.startRelay();
    const files = (index: number) => [fileOf(`src/${index}.ts`, ['f'])];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const via = index % 2 === 0 ? world.relay.url : second.url;
        return world.as('ada').ok('publishSymbols', { id, files: files(index) }, { via });
      }),
    );
    const versions = answers.map(({ graph_version }) => graph_version).sort((a, b) => a - b);
    assert.equal(
      versions,
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  },
  { on: onPostgres },
);

/** Files that call one another at random, in several versions. */
const names = ['a', 'b', 'c', 'd'] as const;
const someFile = fc.record({
  path: fc.constantFrom('x.ts', 'y.ts', 'z.ts'),
  symbols: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      line: fc.integer({ min: 1, max: 9 }),
      meaning: fc.constantFrom('m1', 'm2'),
      calls: fc.uniqueArray(fc.constantFrom('x.ts#a', 'x.ts#b', 'y.ts#a', 'z.ts#d'), {
        maxLength: 3,
      }),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  ),
});

type SomeFile = typeof someFile extends fc.Arbitrary<infer T> ? T : never;

function toFile({ path, symbols }: SomeFile): PublishedFile {
  return fileOf(
    path,
    symbols.map(({ name, line, meaning, calls }) =>
      symbolOf(name, {
        start_line: line,
        end_line: line + 1,
        meaning_hash: meaning,
        callees: calls,
      }),
    ),
  );
}

scenario(
  'SYM-5',
  'files published one after the other give the graph of their last versions',
  async (world) => {
    const property = fc.asyncProperty(
      fc.array(fc.array(someFile, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 8, maxLength: 8 }),
      async (steps, word) => {
        const ada = world.as('ada');
        const [one, other] = await Promise.all(
          ['one', 'all'].map((kind) =>
            ada.ok('createWorkspace', {
              name: kind,
              slug: `${kind}-${word}-${Math.random().toString(36).slice(2, 10)}`,
            }),
          ),
        );
        for (const step of steps) {
          await ada.ok('publishSymbols', { id: one?.id, files: step.map(toFile) });
        }
        const last = new Map(steps.flat().map((file) => [file.path, toFile(file)]));
        await ada.ok('publishSymbols', { id: other?.id, files: [...last.values()] });
        const look = async (id: string | undefined) =>
          (await ada.ok('symbols', { id, neighbours: true, limit: 500 })).symbols;
        assert.equal(await look(one?.id), await look(other?.id));
      },
    );
    await fc.assert(property, { numRuns: 25 });
  },
  { on: (target) => onRelay(target) && target.database === 'sqlite' },
);

test.run();
