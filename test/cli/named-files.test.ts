import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nearest } from '../../cli/command-line/nearest.ts';
import { timeSpan } from '../../cli/command-line/options.ts';
import { json, run, withOwnRelay, type OwnRelay, type Sandbox } from './support.ts';

const test = suite<OwnRelay>('named files');
withOwnRelay(test);

async function git({ repository }: Sandbox, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  await promisify(execFile)('git', ['-C', repository, ...identity, ...args]);
}

/** One file is committed, one is committed and removed, one is new. */
async function fill(sandbox: Sandbox): Promise<void> {
  await mkdir(join(sandbox.repository, 'src'));
  await writeFile(
    join(sandbox.repository, 'src/cart.ts'),
    'export function total(): number {\n  return 1;\n}\n',
  );
  await writeFile(join(sandbox.repository, 'src/old.ts'), 'export {};\n');
  await git(sandbox, 'add', '.');
  await git(sandbox, 'commit', '--quiet', '-m', 'First');
  await git(sandbox, 'rm', '--quiet', 'src/old.ts');
  await writeFile(join(sandbox.repository, 'src/new.ts'), 'export {};\n');
}

test('CMD-3: a decision about a file that is nowhere is refused with the nearest, and --force takes it', async ({
  sandbox,
}) => {
  await fill(sandbox);
  const wrong = ['decide', 'Totals are whole cents', '--file', 'src/carts.ts'];
  const { code, out, err } = await run(wrong, sandbox);
  assert.is(code, 1);
  assert.is(out, '');
  assert.is(
    err,
    'coord: src/carts.ts is neither in the work tree nor in Git. Did you mean src/cart.ts? For a file to come: --force\n',
  );
  assert.equal((await json<{ decisions: [] }>(['decisions', 'list'], sandbox)).decisions, []);
  const forced = await json<{ files: string[] }>([...wrong, '--force'], sandbox);
  assert.equal(forced.files, ['src/carts.ts']);
});

test('CMD-3: a file that is new, or only in Git, is there', async ({ sandbox }) => {
  await fill(sandbox);
  for (const file of ['src/cart.ts', 'src/new.ts', 'src/old.ts', 'src']) {
    const { code, err } = await run(['decide', `About ${file}`, '--file', file], sandbox);
    assert.is(code, 0, err);
  }
  const directory = join(sandbox.repository, 'src');
  const here = await run(['decide', 'From here', '--file', 'cart.ts'], sandbox, { directory });
  assert.is(here.code, 0, here.err);
  await rm(join(sandbox.repository, 'src/cart.ts'));
  assert.is((await run(['decide', 'Gone', '--file', 'src/cart.ts'], sandbox)).code, 0);
});

test('CMD-3: nobody waits for a file or a symbol that is nowhere', async ({ sandbox }) => {
  await fill(sandbox);
  const wrong: [string, string][] = [
    ['lib/nope.js#nope', 'lib/nope.js is neither in the work tree nor in Git.'],
    ['src/carts.ts', 'Did you mean src/cart.ts?'],
    ['src/cart.ts#totl', 'src/cart.ts has nothing named totl. Did you mean src/cart.ts#total?'],
  ];
  for (const [what, sentence] of wrong) {
    const { code, err } = await run(['wait', what], sandbox);
    assert.is(code, 1, what);
    assert.match(err, sentence);
  }
  // What is there is only missing a session to wait for.
  assert.match((await run(['wait', 'src/cart.ts#total'], sandbox)).err, 'has a session here');
});

test('CMD-3: the nearest names are those of other folders and with a slip of the fingers', () => {
  const names = ['src/a/cart.ts', 'lib/crat.ts', 'src/other.ts', 'lib/cart.ts'];
  assert.equal(nearest('src/cart.ts', names), ['src/a/cart.ts', 'lib/cart.ts', 'lib/crat.ts']);
  assert.equal(nearest('src/nothing-like-it.ts', names), []);
});

test('CMD-3: the whole path counts: a slip in a folder, or in the slash, is seen', () => {
  const folders = ['admin', 'alerts', 'api', 'auth', 'billing'];
  const names = [...folders.map((folder) => `src/${folder}/index.ts`), 'lib/a.ts'];
  assert.is(nearest('src/auht/index.ts', names)[0], 'src/auth/index.ts');
  assert.equal(nearest('liba.ts', names), ['lib/a.ts']);
  const shallow = ['packages/shop/cart.ts', 'lib/crat.ts', 'src/part.ts'];
  assert.is(nearest('cart.ts', shallow)[0], 'packages/shop/cart.ts');
});

test('CMD-2: a time is a number with s, m or h, and a number alone counts minutes', () => {
  assert.equal(
    ['90s', '5m', '2h', '7', '0s'].map(timeSpan),
    [90_000, 300_000, 7_200_000, 420_000, 0],
  );
  for (const wrong of ['', 'soon', '-1m', '1d', '5 minutes', '1.5h'])
    assert.throws(() => timeSpan(wrong), /such as 90s, 5m or 2h/, wrong);
});

test.run();
