import type {
  ExtractedItems,
  FoundAction,
  FoundDecision,
} from '../../../relay/meetings/extracted-items.ts';
import { isSame, saysHalf, type MarkedTranscript } from './marks.ts';

/** How many of something were found, how many of those are right, and how many a reader has marked. */
interface Count {
  right: number;
  found: number;
  marked: number;
}

const fields = [
  'decisions',
  'actions',
  'assignees',
  'dates',
  'files',
  'traps',
  'reversals',
] as const;

export type Score = Record<(typeof fields)[number], Count> & {
  /** What was missed and what is none, for people. */
  readonly remarks: string[];
};

export function emptyScore(): Score {
  const counts = fields.map((field) => [field, { right: 0, found: 0, marked: 0 }]);
  return { ...(Object.fromEntries(counts) as Omit<Score, 'remarks'>), remarks: [] };
}

/** Holds what was recorded of one transcript against its marks. Of traps `right` are those that were taken. */
export function scoreOf({ marks }: MarkedTranscript, items: ExtractedItems): Score {
  const score = emptyScore();
  const decided = matched(items.decisions, marks.decisions);
  const acted = matched(items.actions, marks.action_items);
  countInto(score.decisions, decided);
  countInto(score.actions, acted);
  for (const [found, mark] of acted.pairs) judgeAction(score, found, mark);
  for (const [found, mark] of decided.pairs) judgeFiles(score, found, mark);
  judgeTraps(score, marks.traps, [...decided.wrong, ...acted.wrong]);
  for (const { title, sentences } of decided.missed)
    score.remarks.push(`  missed decision: ${title} | ${sentences.join(' || ')}`);
  for (const { action, sentences } of acted.missed)
    score.remarks.push(`  missed action: ${action} | ${sentences.join(' || ')}`);
  for (const one of [...decided.wrong, ...acted.wrong])
    score.remarks.push(`  is none: ${shown(one)}`);
  return score;
}

function shown(one: FoundDecision | FoundAction): string {
  const kind = 'title' in one ? 'decision' : `action [${one.assignee}]`;
  return `${kind} ${(one.confidence ?? 1).toFixed(2)} ${wordsOf(one)} | ${one.sentence ?? ''}`;
}

function judgeAction(
  score: Score,
  found: FoundAction,
  mark: { action: string; assignee: string; deadline?: string },
): void {
  const isRight = isPerson(found.assignee, mark.assignee);
  count(score.assignees, isRight);
  const about = `${mark.action} (${found.sentence ?? ''})`;
  if (!isRight)
    score.remarks.push(`  whose: ${found.assignee || '-'}, not ${mark.assignee || '-'}: ${about}`);
  if (mark.deadline === undefined && found.deadline === undefined) return;
  count(score.dates, found.deadline === mark.deadline);
  if (found.deadline !== mark.deadline)
    score.remarks.push(`  date: ${found.deadline ?? '-'}, not ${mark.deadline ?? '-'}: ${about}`);
}

function judgeFiles(
  score: Score,
  found: FoundDecision,
  mark: { title: string; files?: readonly string[] },
): void {
  for (const file of mark.files ?? []) {
    const isFound = found.files.includes(file);
    count(score.files, isFound);
    if (!isFound)
      score.remarks.push(
        `  file: ${found.files.join(' ') || '-'}, not ${file}: ${mark.title} (${found.sentence ?? ''})`,
      );
  }
}

function judgeTraps(
  score: Score,
  traps: readonly { kind: string; sentence: string }[],
  wrong: readonly (FoundDecision | FoundAction)[],
): void {
  for (const { kind, sentence: trap } of traps) {
    const isTaken = wrong.some(({ sentence = '' }) => isSame(sentence, trap));
    count(score.traps, isTaken);
    if (kind === 'reversal') count(score.reversals, isTaken);
    if (isTaken) score.remarks.push(`  TRAP (${kind}): ${trap}`);
  }
}

interface Matched<Found, Mark> {
  readonly pairs: [Found, Mark][];
  readonly missed: Mark[];
  readonly wrong: Found[];
}

/** A result matches a mark when it comes from one of its sentences, or says half of it. Each mark counts once. */
function matched<
  Found extends FoundDecision | FoundAction,
  Mark extends { readonly sentences: readonly string[] } & (
    { readonly title: string } | { readonly action: string }
  ),
>(results: readonly Found[], marks: readonly Mark[]): Matched<Found, Mark> {
  const open = new Set(marks);
  const pairs: [Found, Mark][] = [];
  const wrong: Found[] = [];
  for (const result of results) {
    const { sentence = '' } = result;
    const mark =
      [...open].find(({ sentences }) => sentences.some((one) => isSame(one, sentence))) ??
      [...open].find((one) => saysHalf(wordsOf(result), 'title' in one ? one.title : one.action));
    if (mark === undefined) wrong.push(result);
    else {
      open.delete(mark);
      pairs.push([result, mark]);
    }
  }
  return { pairs, missed: [...open], wrong };
}

function wordsOf(result: FoundDecision | FoundAction): string {
  return 'title' in result ? result.title : result.action;
}

function countInto<Found, Mark>(into: Count, { pairs, missed, wrong }: Matched<Found, Mark>): void {
  into.right += pairs.length;
  into.found += pairs.length + wrong.length;
  into.marked += pairs.length + missed.length;
}

function count(into: Count, isRight: boolean): void {
  into.right += Number(isRight);
  into.found += 1;
  into.marked += 1;
}

/** First names are enough; of several people each has to be named. */
function isPerson(found: string, marked: string): boolean {
  const names = (text: string) =>
    text
      .toLowerCase()
      .split(/,| and | & /)
      .map((one) => one.trim().split(' ')[0] ?? '')
      .toSorted()
      .join();
  return names(found) === names(marked);
}

export function add(total: Score, one: Score): void {
  for (const field of fields) {
    total[field].right += one[field].right;
    total[field].found += one[field].found;
    total[field].marked += one[field].marked;
  }
}

/** What was found of what is marked. */
export function recall({ right, marked }: Count): number {
  return marked === 0 ? 1 : right / marked;
}

/** What is right of what was found. */
export function precision({ right, found }: Count): number {
  return found === 0 ? 1 : right / found;
}

export function f1({ right, found, marked }: Count): number {
  return right === 0 ? 0 : (2 * right) / (found + marked);
}
