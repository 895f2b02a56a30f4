/** WAT-17: somebody saves a file at the very moment at which its update arrives. What they saved is there afterwards. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitRunner } from '../../shared/node/git/run.ts';
import { Checkout } from '../../cli/watch/checkout.ts';
import { updateWorkTree } from '../../cli/watch/update-work-tree.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { randomFrom } from '../support/random.ts';
import { git, plainEnvironment } from './templates.ts';

const test = suite('watch and a writer');
const rounds = Number(process.env['COORD_WATCH_ROUNDS'] ?? 24);
const longestDelaySeconds = 0.25;

/** How programs save: into the file, or beside it and over it. */
const ways = {
  'into the file': 'sleep $1; printf %s "$2" > a.txt',
  'over the file': 'sleep $1; printf %s "$2" > ../draft; mv ../draft a.txt',
} as const;

for (const [way, script] of Object.entries(ways)) {
  test(`WAT-17 what is saved ${way} is never lost`, async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-race-')));
    const tree = join(folder, 'tree');
    await git(folder, ['init', '-q', '--template=', '-b', 'work', tree]);
    const [from, to] = [await commit(tree, 'one'), await commit(tree, 'two')];
    const random = randomFrom(script.length);
    for (let round = 0; round < rounds; round += 1) {
      await git(tree, ['reset', '-q', '--hard', from]);
      const saved = `saved in round ${round}`;
      const writing = write(script, tree, [String(random() * longestDelaySeconds), saved]);
      await update(tree, from, to);
      await writing;
      const texts = [await readFile(join(tree, 'a.txt'), 'utf8'), ...(await keptTexts(tree))];
      assert.ok(
        texts.some((text) => text.endsWith(saved)),
        `${saved}: ${texts.join(' | ')}`,
      );
    }
    await rm(folder, { recursive: true, force: true });
  });
}

async function commit(tree: string, text: string): Promise<string> {
  await writeFile(join(tree, 'a.txt'), text);
  await git(tree, ['add', 'a.txt']);
  await git(tree, ['commit', '-q', '-m', text]);
  return git(tree, ['rev-parse', 'HEAD']);
}

async function update(tree: string, from: string, to: string): Promise<void> {
  const checkout = await Checkout.open(tree, gitRunner(plainEnvironment(tree), { detached: true }));
  if (isRefusal(checkout)) throw new Error(checkout.message);
  await updateWorkTree(checkout, { branch: 'work', from, to, dryRun: false });
}

function write(script: string, cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('sh', ['-c', script, 'sh', ...args], { cwd, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', () => resolve()));
}

/** What an update kept as a backup because it could be put nowhere else. */
async function keptTexts(tree: string): Promise<string[]> {
  const folders = (await readdir(join(tree, '.git'))).filter((name) =>
    name.startsWith('coord-update-'),
  );
  const texts: string[] = [];
  for (const name of folders) {
    const backup = join(tree, '.git', name, 'old');
    for (const file of await readdir(backup))
      texts.push(await readFile(join(backup, file), 'utf8'));
  }
  return texts;
}

test.run();
