import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitRunner } from '../../shared/node/git/run.ts';
import { answerOf } from './mining/object-store.ts';
import { runReplay } from './replay.ts';

const replay = suite<{ directory: string }>('replay: the command');

const temporary = process.env['TMPDIR'];

replay.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'coord-test-replay-'));
});
replay.after.each(({ directory }) => {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
  rmSync(directory, { recursive: true, force: true });
});

function sourceWith(tax: string, discount: string): string {
  const filler = Array.from({ length: 8 }, (_, at) => `// ${at}`).join('\n');
  return `export function tax(net: number) {\n  return ${tax};\n}\n${filler}\nexport function discount(net: number) {\n  return ${discount};\n}\n`;
}

/** One merge of two changes in different functions of a file, and one of two changes of a line. */
async function makeHistory(root: string): Promise<void> {
  const run = gitRunner(process.env);
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: string[]) => answerOf(run, root, [...identity, ...args]);
  const commit = async (file: string, text: string): Promise<void> => {
    writeFileSync(join(root, file), text);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Change ${file}`);
  };
  await answerOf(run, '.', ['init', '--quiet', '--initial-branch=main', root]);
  await commit('price.ts', sourceWith('net * 0.2', 'net * 0.1'));
  await commit('limit.ts', sourceWith('1', '2'));
  await git('checkout', '--quiet', '-b', 'clean');
  await commit('price.ts', sourceWith('net * 0.2', 'net * 0.15'));
  await git('checkout', '--quiet', '-b', 'conflicting', 'main');
  await commit('limit.ts', sourceWith('10', '2'));
  await git('checkout', '--quiet', 'main');
  await commit('price.ts', sourceWith('net * 0.25', 'net * 0.1'));
  await git('merge', '--quiet', '--no-ff', '--message', 'Merge clean', 'clean');
  await commit('limit.ts', sourceWith('20', '2'));
  await git('merge', '--quiet', '--strategy=ours', '--message', 'Merge other', 'conflicting');
}

async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const code = await runReplay(args, {
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  return { code, printed: printed.join('\n') };
}

function cellOf(printed: string, row: string): string | undefined {
  const line = printed.split('\n').find((one) => one.trimStart().startsWith(`${row}  `));
  return line?.trimStart().slice(row.length).trim();
}

for (const mode of [[], ['--clones']]) {
  replay(
    `a conflict is prevented and a clean merge let through ${mode.join()}`,
    async (context) => {
      const root = join(context.directory, 'shop');
      await makeHistory(root);
      process.env['TMPDIR'] = context.directory;
      const out = join(context.directory, 'out.json');
      const pairsFile = join(context.directory, 'pairs.json');
      const { code, printed } = await run(
        ...mode,
        ...['--pairs', '2', '--pairs-file', pairsFile, '--out', out],
        root,
      );
      assert.is(code, 0, printed);
      assert.is(cellOf(printed, 'conflicting pairs'), '1');
      assert.match(cellOf(printed, 'prevented entirely') ?? '', /^1\/1 100%/);
      assert.is(cellOf(printed, 'clean pairs'), '1');
      assert.match(cellOf(printed, 'denied') ?? '', /^0\/1 0%/);
      assert.is(cellOf(printed, 'denied edits'), '1');
      assert.is(cellOf(printed, 'touching lines'), '1/1 100%');
      assert.is(cellOf(printed, 'told of a race after an allowed write'), '0');
      assert.is(cellOf(printed, 'pairs that failed'), '0');
      assert.match((await run('--read', 'misses', out)).printed, /^0 files/);
      assert.match((await run('--read', 'falsely', out)).printed, /^0 denied edits/);
      const [pairs] = Object.values<unknown[]>(JSON.parse(readFileSync(pairsFile, 'utf8')));
      assert.is(pairs?.length, 2);
      assert.equal(scratchFolders(context.directory), []);
    },
  );
}

/** What the command leaves behind would be here. */
function scratchFolders(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.startsWith('coord-replay-'));
}

replay('wrong usage is told', async () => {
  for (const args of [
    [],
    ['--policy', 'none', '.'],
    ['--pairs', '0', '.'],
    ['--read', 'all', '.'],
  ]) {
    const { code, printed } = await run(...args);
    assert.is(code, 2);
    assert.match(printed, /^usage: npm run replay/);
  }
});

replay.run();
