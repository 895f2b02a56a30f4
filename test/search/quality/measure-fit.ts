import { fitting } from '../../../relay/search/similarity.ts';
import type { Embedder } from '../../../relay/search/embedder.ts';
import type { Hit } from '../../../relay/search/port.ts';
import { withSearch } from './measure.ts';
import { questions } from './set.ts';
import { unanswered } from './unanswered/set.ts';

/** The curve and the thresholds were chosen by one half of the questions; the other was held out. */
export type Half = 'fitted' | 'held out';
export const halves: readonly Half[] = ['fitted', 'held out'];

/** SIM-3: how often a search that should show something does, and one that should not does not. */
export interface Fit {
  readonly half: Half;
  /** By sort of question without an answer: the share that is answered by nothing. */
  readonly nothing: ReadonlyMap<string, number>;
  /** The same for all sorts of questions of other matters, without those that are near. */
  readonly nonsense: number;
  /** Of the labelled questions whose answer is among the first ten: those of which no answer is shown. */
  readonly lost: number;
  /** Of all labelled questions: those for which nothing is shown. */
  readonly empty: number;
}

/** Questions of the same trade do not count as nonsense: only a person can tell that the set does not answer them. */
const near = 'near, not answered';

export async function measureFit(embedder: Embedder): Promise<readonly Fit[]> {
  return withSearch(embedder, async (search) => {
    const found = new Map<string, readonly Hit[]>();
    const all = [...questions.map(({ question }) => question), ...Object.values(unanswered).flat()];
    for (const question of all) found.set(question, await search(question));
    return halves.map((half) => fitOf(half, (question) => found.get(question) ?? []));
  });
}

/** The figures as a table for a terminal. */
export function fitTableOf(fits: readonly Fit[]): string {
  const rows = fits.map(({ half, nothing, nonsense, lost, empty }) => [
    half,
    ...[...nothing].map(([sort, share]) => `  ${sort}: ${share.toFixed(2)}`),
    `  all but near: ${nonsense.toFixed(2)}`,
    `  labelled questions that lose their answer: ${lost.toFixed(3)}; answered by nothing: ${empty.toFixed(3)}`,
  ]);
  const count = Object.values(unanswered).flat().length;
  return [
    `${count} questions without an answer; the share answered by nothing`,
    ...rows.flat(),
  ].join('\n');
}

function fitOf(half: Half, search: (question: string) => readonly Hit[]): Fit {
  const isEmpty = (question: string): boolean => fitting(search(question), undefined).length === 0;
  const sorts = Object.entries(unanswered).map(([sort, all]) => [sort, halfOf(half, all)] as const);
  const nonsense = sorts.flatMap(([sort, asked]) => (sort === near ? [] : asked));
  const asked = halfOf(half, questions);
  const answered = asked.filter(({ question, grades }) => hasAny(search(question), grades));
  const isLost = ({ question, grades }: (typeof questions)[number]): boolean =>
    !hasAny(fitting(search(question), undefined), grades);
  return {
    half,
    nothing: new Map(sorts.map(([sort, some]) => [sort, shareOf(some, isEmpty)])),
    nonsense: shareOf(nonsense, isEmpty),
    lost: shareOf(answered, isLost),
    empty: shareOf(asked, ({ question }) => isEmpty(question)),
  };
}

function hasAny(hits: readonly Hit[], grades: ReadonlyMap<string, unknown>): boolean {
  return hits.some(({ id }) => grades.has(id));
}

function halfOf<T>(half: Half, all: readonly T[]): T[] {
  return all.filter((_, place) => place % 2 === halves.indexOf(half));
}

function shareOf<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / all.length;
}
