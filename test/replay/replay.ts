import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { gitRunner } from '../../shared/node/git/run.ts';
import { type RunGit } from '../../shared/node/git/git-calls.ts';
import { minePairs, type Pair } from './mining/mine.ts';
import { openObjectStore, type ObjectStore } from './mining/object-store.ts';
import { storedPairs, storePairs } from './mining/pairs-file.ts';
import { parseCommand, usage, type ReplayOptions } from './options.ts';
import type { Outcome } from './playing/outcome.ts';
import { playPair } from './playing/play-pair.ts';
import { openScene } from './playing/scene.ts';
import { falselyIn, missesIn } from './report/read.ts';
import { tablesOf } from './report/table.ts';

export interface ReplayOutput {
  print(text: string): void;
  complain(text: string): void;
  /** Shown while it works; nothing in a pipe. */
  progress(text: string): void;
  /** Ends the run after the pair that is being played. */
  readonly signal: AbortSignal;
}

/** The whole command; answers its exit code. */
export async function runReplay(args: readonly string[], output: ReplayOutput): Promise<number> {
  const command = parseCommand(args);
  if (command === undefined) {
    output.complain(usage);
    return 2;
  }
  if (command.kind === 'read') {
    const { outcomes } = JSON.parse(readFileSync(command.file, 'utf8')) as { outcomes: Outcome[] };
    output.print(command.what === 'misses' ? missesIn(outcomes) : falselyIn(outcomes));
    return 0;
  }
  const outcomes: Outcome[] = [];
  for (const gitDirectory of command.gitDirectories)
    outcomes.push(...(await replayRepository(command, gitDirectory, output)));
  if (outcomes.length === 0) output.complain('Nothing was played.');
  else output.print(tablesOf(outcomes));
  if (command.out !== undefined) writeFileSync(command.out, JSON.stringify({ outcomes }, null, 1));
  const failed = outcomes.filter(({ error }) => error !== undefined);
  for (const { repository, label, error } of failed)
    output.complain(`${repository}, ${label}: ${error}`);
  return failed.length > 0 || outcomes.length === 0 ? 1 : 0;
}

const miningMs = 180_000;
/** For each repository and policy. */
const playingMs = 15 * 60_000;

type CleanUp = () => Promise<unknown> | unknown;

interface Work {
  readonly git: RunGit;
  readonly store: ObjectStore;
  readonly directory: string;
  readonly repository: string;
  readonly pairs: readonly Pair[];
  readonly output: ReplayOutput;
}

async function replayRepository(
  options: ReplayOptions,
  gitDirectory: string,
  output: ReplayOutput,
): Promise<Outcome[]> {
  const directory = mkdtempSync(join(tmpdir(), 'coord-replay-'));
  try {
    const git = gitRunner(process.env, { timeoutMs: miningMs });
    const repository = nameOf(gitDirectory);
    const folder = join(directory, 'objects.git');
    const store = await openObjectStore(git, { gitDirectory, folder });
    output.progress(`${repository}: looking for pairs`);
    const pairs = await pairsOf(store, { ...options, repository, signal: output.signal });
    const work = { git, store, directory, repository, pairs, output };
    const outcomes: Outcome[] = [];
    for (const policy of options.policies.length === 0 ? [undefined] : options.policies)
      outcomes.push(...(await playAll(work, options, policy)));
    return outcomes;
  } finally {
    output.progress('');
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function pairsOf(
  store: ObjectStore,
  options: ReplayOptions & { readonly repository: string; readonly signal: AbortSignal },
): Promise<Pair[]> {
  const { pairsFile, repository } = options;
  const stored = pairsFile === undefined ? undefined : storedPairs(pairsFile, repository);
  if (stored !== undefined) return stored;
  const pairs = await minePairs(store, { ...options, timeoutMs: miningMs });
  if (pairsFile !== undefined && !options.signal.aborted) storePairs(pairsFile, repository, pairs);
  return pairs;
}

/** Plays the pairs with fresh daemons; ends early when the time is over or the run was stopped. */
async function playAll(
  { git, store, directory, repository, pairs, output }: Work,
  { isClones, delayMs }: ReplayOptions,
  policy: string | undefined,
): Promise<Outcome[]> {
  const cleanUps: CleanUp[] = [];
  const place = mkdtempSync(join(directory, 'scene-'));
  const defer = (cleanUp: CleanUp): void => void cleanUps.push(cleanUp);
  const context = { node: process.execPath, directory: place, defer };
  const endMs = performance.now() + playingMs;
  const outcomes: Outcome[] = [];
  try {
    const scene = await openScene(context, { git, isClones });
    if (policy !== undefined && !(await scene.setPolicy(policy))) {
      output.complain(`policy not supported: ${policy}`);
      return [];
    }
    for (const [at, pair] of pairs.entries()) {
      output.progress(`${repository}: pair ${at + 1} of ${pairs.length}`);
      const played = await playPair({ git, store, scene, name: `pair-${at}`, delayMs }, pair);
      outcomes.push({ ...pair, repository, policy: policy ?? 'of the workspace', ...played });
      if (output.signal.aborted || performance.now() > endMs) break;
    }
    if (outcomes.length < pairs.length)
      output.complain(`${repository}: ended after ${outcomes.length} of ${pairs.length} pairs`);
    return outcomes;
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

/** The last two parts of the path: many repositories lie in folders of the same name. */
function nameOf(gitDirectory: string): string {
  const path = resolve(gitDirectory).replace(/\/\.git$/, '');
  return `${basename(dirname(path))}/${basename(path)}`;
}
