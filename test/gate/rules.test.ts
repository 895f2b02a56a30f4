import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalAttestation } from '../../shared/gate/statement.ts';
import { judge, outcomesOf } from '../../relay/gate/test-outcomes/verdict.ts';
import { distrusts, isTestFile, isTestSupport } from '../../shared/gate/rules.ts';
import { AffectedWalk } from '../../shared/gate/affected-walk.ts';
import { fileOfSymbol } from '../../shared/kernel/symbol-id.ts';
import { randomFrom } from '../support/random.ts';
import { PublishedWalk, type Touched } from '../../relay/gate/discovery/affected-tests.ts';

const names = suite('GAT-0 the names of tests');

names('the common conventions are known', () => {
  for (const path of [
    'src/auth.test.ts',
    'src/auth.spec.tsx',
    'src/auth_test.js',
    'src/auth-test.mjs',
    'src/login.e2e.ts',
    'src/__tests__/auth.js',
    'test/auth.ts',
    'tests/deep/auth.cjs',
    'spec/auth.ts',
    'packages/a/e2e/login.ts',
    'test.js',
    'pkg/test_auth.py',
    'pkg/auth_test.py',
    'pkg/auth_test.go',
    'spec/auth_spec.rb',
    'test/utils/auth.test.ts',
  ]) {
    assert.ok(isTestFile(path), path);
    assert.is(distrusts(path), undefined, path);
  }
});

names('what is beside tests is no test', () => {
  for (const path of [
    'src/auth.ts',
    'src/latest.ts',
    'src/contest/auth.ts',
    'src/specification.ts',
    'test/fixtures/a.test.ts',
    'src/__mocks__/fs.ts',
    'test/__snapshots__/a.test.ts.snap',
    'test/support/harness.ts',
    'test/helpers.js',
    'test/jest.setup.ts',
    'test/types.d.ts',
    'test/data.json',
    'src/auth.py',
    'README.md',
  ]) {
    assert.not.ok(isTestFile(path), path);
  }
  assert.ok(isTestSupport('test/support/harness.ts'));
  assert.not.ok(isTestSupport('src/support/harness.ts'));
});

names('what no walk over symbols explains is not trusted, with a reason', () => {
  for (const path of [
    'package.json',
    'package-lock.json',
    'tsconfig.build.json',
    'vite.config.ts',
    'vitest.workspace.ts',
    '.github/workflows/ci.yml',
    '.ci/check.ts',
    '.env.local',
    '.eslintrc.js',
    'Dockerfile',
    'gulpfile.js',
    'sub/package.json',
  ]) {
    assert.is(distrusts(path), 'is configuration', path);
  }
  assert.match(distrusts('test/fixtures/a.ts') ?? '', /fixture/);
  assert.match(distrusts('a/__snapshots__/a.snap') ?? '', /snapshot/);
  assert.match(distrusts('test/support/harness.ts') ?? '', /tests stand on/);
  assert.match(distrusts('src/style.css') ?? '', /no TypeScript or JavaScript/);
  assert.match(distrusts('src/global.d.ts') ?? '', /everywhere/);
  for (const path of ['src/auth.ts', 'src/a.jsx', 'lib/b.mjs', 'src/support/a.ts']) {
    assert.is(distrusts(path), undefined, path);
  }
});

names.run();

const walking = suite('GAT-0 the walk');

type Edge = readonly [caller: string, callee: string];

/** Walks a graph that is given as its edges. */
function walk(touched: Partial<Touched>, edges: readonly Edge[], more: readonly string[] = []) {
  const ids = new Set([...edges.flat(), ...more]);
  const fileOf = (id: string) => id.slice(0, id.lastIndexOf('#'));
  const files = new Set([...ids].map(fileOf));
  const symbols = [...ids].filter((id) => !id.endsWith('#'));
  const given = { files: [], symbols: [], ...touched };
  const begun = new Set([...given.files, ...given.symbols.map(fileOf)]);
  const affected = new PublishedWalk(given, {
    files: new Set([...begun].filter((file) => files.has(file))),
    symbols: symbols.filter((id) => begun.has(fileOf(id))),
  });
  for (let wanted = affected.wanted(); wanted !== undefined; wanted = affected.wanted()) {
    const { callersOf, symbolsOf } = wanted;
    affected.take(
      edges.flatMap(([caller, callee]) => (callersOf.includes(callee) ? [{ caller, callee }] : [])),
      symbols.filter((id) => symbolsOf.includes(fileOf(id))),
    );
  }
  return affected.answer();
}

const edges: readonly Edge[] = [
  ['src/b.ts#pay', 'src/a.ts#login'],
  ['src/c.ts#ship', 'src/b.ts#pay'],
  ['test/c.test.ts#', 'src/c.ts#ship'],
  ['test/b.test.ts#', 'src/b.ts#pay'],
  ['test/d.test.ts#', 'src/d.ts#other'],
  ['src/d.ts#other', 'src/a.ts#logout'],
  ['src/b.ts#pay', 'src/c.ts#ship'],
];

walking('goes backwards to the tests, the nearest first, and through circles', () => {
  const { tests, doubts } = walk({ symbols: ['src/a.ts#login'] }, edges);
  assert.equal(tests, ['test/b.test.ts', 'test/c.test.ts']);
  assert.equal(doubts, []);
});

walking('a file means all its symbols, and says what is not followed', () => {
  const { tests, doubts, remark } = walk({ files: ['src/a.ts'] }, edges);
  assert.equal(tests.toSorted(), ['test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts']);
  assert.equal(doubts, []);
  assert.match(remark ?? '', /Only functions/);
  const narrowed = { files: ['src/a.ts'], symbols: ['src/a.ts#logout'] };
  assert.equal(walk(narrowed, edges).tests, ['test/d.test.ts']);
});

walking('a touched test is affected itself, also a new one', () => {
  const { tests, doubts } = walk({ files: ['test/new.test.ts'] }, edges);
  assert.equal([tests, doubts], [['test/new.test.ts'], []]);
});

walking('code in a folder of tests is named when no test is known to use it', () => {
  const helped: readonly Edge[] = [
    ['test/helpers/login.ts#as', 'src/a.ts#login'],
    ['test/a.test.ts#', 'test/helpers/login.ts#as'],
    ['test/utils/a.ts#', 'src/a.ts#login'],
  ];
  const { tests } = walk({ symbols: ['src/a.ts#login'] }, helped);
  assert.equal(tests, ['test/a.test.ts', 'test/utils/a.ts']);
});

walking('what a module computes when it is loaded is not trusted', () => {
  const loaded: readonly Edge[] = [
    ['src/table.ts#', 'src/a.ts#login'],
    ['test/t.test.ts#', 'src/table.ts#lookUp'],
  ];
  const { tests, doubts } = walk({ symbols: ['src/a.ts#login'] }, loaded);
  assert.equal(tests, ['test/t.test.ts'], 'all of the file is affected');
  assert.match(doubts[0] ?? '', /outside every function and class of src\/table\.ts/);
  assert.match(walk({ symbols: ['src/a.ts#'] }, edges).doubts[0] ?? '', /outside every function/);
});

walking('the unknown, and no answer at all, mean the whole suite', () => {
  const reasons = (touched: Partial<Touched>) => walk(touched, edges).doubts.join('; ');
  assert.match(reasons({ files: ['src/new.ts'] }), /src\/new\.ts is not in the symbol graph/);
  assert.match(reasons({ symbols: ['src/a.ts#gone'] }), /src\/a\.ts#gone is not in the symbol/);
  assert.match(reasons({}), /not said what was touched; no test is known/);
  assert.match(reasons({ files: ['package.json'] }), /package\.json is configuration/);
  const alone = walk({ symbols: ['src/z.ts#z'] }, edges, ['src/z.ts#z']);
  assert.equal(alone, {
    tests: [],
    doubts: ['no test is known to reach the change'],
    remark: undefined,
  });
});

walking('a change on which everything depends ends the walk', () => {
  const many = Array.from({ length: 20_001 }, (_, at): Edge => [`src/f${at}.ts#f`, 'src/a.ts#a']);
  assert.match(walk({ symbols: ['src/a.ts#a'] }, many).doubts.join(), /too much depends on it/);
});

walking(
  'daemon and relay share the walk: it gives each file its shortest way, whatever the graph',
  () => {
    const random = randomFrom(21);
    const some = () => `${random() < 0.5 ? 'src' : 'test'}/f${Math.floor(random() * 30)}.ts#s`;
    for (let round = 0; round < 50; round++) {
      const graph = Array.from({ length: 40 }, (): Edge => [some(), some()]);
      const walked = new AffectedWalk();
      walked.reach('src/f0.ts#s');
      for (let wave = walked.next(); wave.length > 0; wave = walked.next())
        for (const [from, to] of graph) if (wave.includes(to)) walked.reach(from);
      const away = new Map([['src/f0.ts', 0]]);
      for (let step = 0; step < 60; step++)
        for (const [from, to] of graph) {
          const steps = 1 + (away.get(fileOfSymbol(to)) ?? Infinity);
          const file = fileOfSymbol(from);
          if (steps < (away.get(file) ?? Infinity)) away.set(file, steps);
        }
      assert.equal(new Map([...walked.distances].toSorted()), new Map([...away].toSorted()));
      const tests = walked.tests(() => true).map((path) => away.get(path) ?? -1);
      assert.equal(
        tests,
        tests.toSorted((one, other) => one - other),
      );
      assert.is(tests.length, [...away.keys()].filter(isTestFile).length);
    }
  },
);

walking.run();

const verdicts = suite('GAT-3, GAT-7 the verdict');

const result = (test_name: string, status: 'passed' | 'failed' | 'skipped') => {
  return { test_file: 'a.test.ts', test_name, status };
};

verdicts('a failure blocks, a known flake does not, and skipped ones say nothing', () => {
  const outcomes = outcomesOf([
    result('a', 'failed'),
    result('b', 'passed'),
    result('c', 'skipped'),
    result('b', 'failed'),
  ]);
  assert.equal(
    outcomes.map(({ name, passed, failed }) => [name, passed, failed]),
    [
      ['a', 0, 1],
      ['b', 1, 1],
    ],
  );
  const first = judge(outcomes, () => undefined);
  assert.equal(
    first.kind === 'failed' && [first.failures.map(({ name }) => name), first.flakes.length],
    [['a'], 1],
  );
  const before = judge(outcomes, ({ name }) =>
    name === 'a' ? { passed: 1, failed: 0 } : undefined,
  );
  assert.equal([before.kind, before.flakes.map(({ name }) => name)], ['passed', ['a', 'b']]);
});

verdicts.run();

const canonical = suite('GAT-6 the canonical attestation');

canonical('does not depend on the order of its fields and leaves the signature out', () => {
  const fields = {
    commit_sha: 'c',
    tree: 't',
    command: ['npm', 'test'],
    exit_code: 0,
    duration_ms: 5,
    output_digest: 'd',
    machine: 'm',
    at: '2026-01-05T09:00:00.000Z',
    public_key: 'k',
  };
  const text = canonicalAttestation(fields);
  const reversed = Object.fromEntries(Object.entries(fields).toReversed()) as typeof fields;
  const signed = { ...reversed, signature: 's' };
  assert.is(canonicalAttestation(signed), text);
  assert.is(
    text,
    '{"at":"2026-01-05T09:00:00.000Z","command":["npm","test"],"commit_sha":"c","duration_ms":5,"exit_code":0,"machine":"m","output_digest":"d","public_key":"k","tree":"t"}',
  );
});

canonical.run();
