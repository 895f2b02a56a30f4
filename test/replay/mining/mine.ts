import { randomFrom } from '../../support/random.ts';
import { inTurn, mergeCandidates, pullCandidates, type Candidate } from './candidates.ts';
import { changedLines, compareAll, isScript } from './differences.ts';
import { readHistory, type History } from './history.ts';
import type { ObjectStore } from './object-store.ts';
import { haveSameChange, readPair, sharedOf } from './pair-contents.ts';
import { Quota } from './quota.ts';
import {
  conflictsOf,
  restrictAll,
  verdictOf,
  type Restricted,
  type SharedFiles,
  type Verdict,
} from './restricted.ts';

/** Two concurrent changes that both touched a script. */
export interface Pair extends Candidate {
  readonly base: string;
  readonly conflicting: boolean;
}

export interface MiningOptions {
  readonly pairs: number;
  readonly seed: number;
  /** Milliseconds, after which what was found is answered. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const mostFiles = 40;
const mostLines = 2_000;
const groupSize = 24;

/** As many pairs as wanted, half of them conflicting if there are as many. */
export async function minePairs(
  store: ObjectStore,
  { pairs, seed, timeoutMs, signal }: MiningOptions,
): Promise<Pair[]> {
  const endMs = performance.now() + timeoutMs;
  const random = randomFrom(seed);
  const quota = new Quota(pairs);
  const history = await readHistory(store);
  const pulls = pullCandidates(store, history, random);
  const sources = [mergeCandidates(history, random), pulls];
  for await (const group of inTurn(sources, groupSize)) {
    const found = await concurrentOf(store, history, group);
    await takeInto(quota, store, found);
    if (quota.isFull() || performance.now() > endMs || signal.aborted) break;
  }
  return quota.chosen();
}

interface Found {
  readonly candidate: Candidate;
  readonly base: string;
  readonly shared: SharedFiles;
}

/** Those with one merge base, sides of a bounded size, and a script that both changed. */
async function concurrentOf(
  store: ObjectStore,
  history: History,
  group: readonly Candidate[],
): Promise<Found[]> {
  const forked = group.flatMap((candidate) => {
    const base = onlyBase(history, candidate.sides);
    return base === undefined ? [] : [{ candidate, base }];
  });
  const changes = await compareAll(
    store,
    forked.flatMap(({ candidate: { sides }, base }) => sides.map((side) => ({ base, side }))),
  );
  return forked.flatMap(({ candidate, base }, at): Found[] => {
    const [ones = [], others = []] = changes.slice(2 * at, 2 * at + 2);
    if (Math.max(ones.length, others.length) > mostFiles) return [];
    const shared = sharedOf(ones, others);
    return shared[0].some(({ path }) => isScript(path)) ? [{ candidate, base, shared }] : [];
  });
}

/** Undefined when there are several, or one side is part of the other. */
function onlyBase(history: History, sides: readonly [string, string]): string | undefined {
  const [base, ...more] = history.mergeBases(...sides);
  return base === undefined || more.length > 0 || sides.includes(base) ? undefined : base;
}

async function isSmall(store: ObjectStore, { candidate, base }: Found): Promise<boolean> {
  const counts = candidate.sides.map((side) => changedLines(store, { base, side }));
  return (await Promise.all(counts)).every((count) => count <= mostLines);
}

async function takeInto(quota: Quota, store: ObjectStore, found: readonly Found[]): Promise<void> {
  for (const { one, commits, verdict } of await judged(store, found)) {
    const { candidate, base, shared } = one;
    const pair = { ...candidate, base, conflicting: verdict === 'conflicting' };
    if (verdict === 'neither' || !quota.hasRoom(pair)) continue;
    const chains = await Promise.all(pair.sides.map((side) => firstOf(store, base, side)));
    if (!quota.isFresh(chains) || !(await isSmall(store, one))) continue;
    const contents = await readPair(store, shared, commits).catch(() => undefined);
    if (contents && !haveSameChange(contents)) quota.take(pair, chains);
  }
}

interface Judged {
  readonly one: Found;
  readonly commits: Restricted;
  readonly verdict: Verdict;
}

/** All at once; one by one when that fails, to find those of which the repository lacks a content. */
async function judged(store: ObjectStore, found: readonly Found[]): Promise<Judged[]> {
  try {
    const all = await restrictAll(
      store,
      found.map(({ shared }) => shared),
    );
    const conflicts = await conflictsOf(
      store,
      all.map(({ sides }) => sides),
    );
    return found.flatMap((one, at): Judged[] => {
      const commits = all[at];
      return commits ? [{ one, commits, verdict: verdictOf(conflicts[at]) }] : [];
    });
  } catch {
    if (found.length <= 1) return [];
    const each: Judged[] = [];
    for (const one of found) each.push(...(await judged(store, [one])));
    return each;
  }
}

/** The first commit of a side: what a chain of commits, and all that is stacked on it, is known by. */
async function firstOf(store: ObjectStore, base: string, side: string): Promise<string> {
  const listing = await store.git(['rev-list', '--topo-order', `${base}..${side}`]);
  return listing.trim().split('\n').at(-1) ?? side;
}
