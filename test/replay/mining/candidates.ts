import { shuffled } from '../text/statistics.ts';
import { compareAll, isScript } from './differences.ts';
import type { History } from './history.ts';
import type { ObjectStore } from './object-store.ts';

/** Two commits that may be concurrent work. */
export interface Candidate {
  readonly kind: 'merge' | 'pulls';
  /** The merge commit, or the two pull requests. */
  readonly label: string;
  readonly sides: readonly [string, string];
}

/** The two parents of each merge commit, in an order by chance. */
export async function* mergeCandidates(
  { merges }: History,
  random: () => number,
): AsyncGenerator<Candidate> {
  for (const { commit, sides } of shuffled(merges, random))
    yield { kind: 'merge', label: commit, sides };
}

interface PullRequest {
  readonly number: number;
  readonly head: string;
  readonly at: number;
  readonly author: string;
}

const daysApart = 7;
/** Heads that are compared with each other, so that their changes are read once. */
const windowSize = 60;
const mostOfWindow = 14;

/** Heads of pull requests by different people, within a week, which changed a common script. */
export async function* pullCandidates(
  store: ObjectStore,
  history: History,
  random: () => number,
): AsyncGenerator<Candidate> {
  const heads = await pullRequests(store);
  const count = Math.ceil(heads.length / windowSize);
  const windows = Array.from({ length: count }, (_, at) =>
    heads.slice(at * windowSize, (at + 1) * windowSize),
  );
  for (const window of shuffled(windows, random)) {
    const changed = await withScripts(store, history, window);
    const pairs = changed.flatMap((one, at) =>
      changed.slice(at + 1).flatMap((other) => (areConcurrent(one, other) ? [[one, other]] : [])),
    );
    for (const [one, other] of shuffled(pairs, random).slice(0, mostOfWindow)) {
      if (!one || !other) continue;
      const label = `#${one.number} and #${other.number}`;
      yield { kind: 'pulls', label, sides: [one.head, other.head] };
    }
  }
}

async function pullRequests(store: ObjectStore): Promise<PullRequest[]> {
  const format = '--format=%(refname) %(objectname) %(committerdate:unix) %(authoremail)';
  // The source's refs are ours, too.
  const listing = await store.git(['for-each-ref', format, 'refs/pull/']);
  const found = listing.split('\n').flatMap((line): PullRequest[] => {
    const [, number, head, at, author] =
      /^refs\/pull\/(\d+)\/head (\w+) (\d+) (.+)$/.exec(line) ?? [];
    if (!number || !head || !at || !author) return [];
    return [{ number: Number(number), head, at: Number(at), author }];
  });
  const people = found.filter(({ author }) => !/bot\b|renovate/i.test(author));
  return people.sort((a, b) => a.at - b.at || a.number - b.number);
}

type WithScripts = PullRequest & { readonly scripts: ReadonlySet<string> };

async function withScripts(
  store: ObjectStore,
  history: History,
  heads: readonly PullRequest[],
): Promise<WithScripts[]> {
  const comparisons = heads.flatMap(({ head }) => {
    const [base] = history.mergeBases(store.head, head);
    return base === undefined || base === head ? [] : [{ base, side: head }];
  });
  const changes = await compareAll(store, comparisons);
  const scripts = new Map(
    comparisons.map(({ side }, at) => [
      side,
      new Set((changes[at] ?? []).map(({ path }) => path).filter(isScript)),
    ]),
  );
  return heads.flatMap((one) => {
    const paths = scripts.get(one.head);
    return paths === undefined || paths.size === 0 ? [] : [{ ...one, scripts: paths }];
  });
}

function areConcurrent(one: WithScripts, other: WithScripts): boolean {
  if (one.author === other.author || other.at - one.at > daysApart * 86_400) return false;
  return [...one.scripts].some((path) => other.scripts.has(path));
}

/** Takes from each in turn, in groups. */
export async function* inTurn<T>(
  sources: readonly AsyncGenerator<T>[],
  size: number,
): AsyncGenerator<T[]> {
  let open = [...sources];
  while (open.length > 0) {
    for (const source of open) {
      const group: T[] = [];
      while (group.length < size) {
        const { value, done } = await source.next();
        if (done === true) {
          open = open.filter((other) => other !== source);
          break;
        }
        group.push(value);
      }
      if (group.length > 0) yield group;
    }
  }
}
