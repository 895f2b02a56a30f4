import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalPath } from '../../../shared/kernel/paths.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { isParsable, loadParser } from '../../index/parser/parser.ts';
import { readTexts } from './blobs.ts';
import { changedByBoth, symbolsAtStake, type ConflictedText } from './conflicted-symbols.ts';
import type { Commits, ConflictedFile } from './merge.ts';
import type { ScratchRepository } from '../scratch/scratch-repository.ts';

/** A file in which two commits do not merge; without symbols when they cannot be said. */
export interface FileConflict {
  readonly path: string;
  readonly symbolIds: readonly string[];
  /** Whether both sides have changed the file themselves, and not only what they were made from. */
  readonly isOwn: boolean;
}

export interface ConflictedMerge {
  readonly commits: Commits;
  readonly tree: string;
  readonly files: readonly ConflictedFile[];
}

export type MergeConflict = Omit<FileConflict, 'isOwn'>;

const maxFiles = 50;
const maxSymbols = 200;

/** The conflicts of each merge that something of meaning depends on, by symbol where that can be said. */
export async function findConflicts(
  scratch: ScratchRepository,
  root: string,
  merges: readonly ConflictedMerge[],
): Promise<{ readonly conflicts: readonly MergeConflict[][]; readonly notes: readonly string[] }> {
  const questions = merges.map(questionsOf);
  const names = questions.flat().flatMap(namesToRead);
  const texts = await readTexts(scratch, root, names);
  const unclear: Question[] = [];
  const answers = new Map<Question, readonly string[]>();
  for (const question of questions.flat()) {
    await nextTurn();
    const symbols = await atStake(question, texts);
    if (symbols === undefined) unclear.push(question);
    answers.set(question, symbols ?? []);
  }
  await clarify(scratch, root, { unclear, answers });
  const isKnown = new Set(unclear);
  const conflicts = questions.map((asked) =>
    asked
      .map((question) => ({ question, symbolIds: answers.get(question) ?? [] }))
      .filter(({ question, symbolIds }) => symbolIds.length > 0 || isKnown.has(question))
      .map(({ question, symbolIds }) => ({
        path: question.path,
        symbolIds: symbolIds.slice(0, maxSymbols),
      })),
  );
  return { conflicts, notes: notesOf(merges) };
}

interface Question {
  readonly commits: Commits;
  readonly tree: string;
  readonly file: ConflictedFile;
  /** As the interface spells it. */
  readonly path: string;
}

function questionsOf({ commits, tree, files }: ConflictedMerge): Question[] {
  return files.slice(0, maxFiles).flatMap((file) => {
    const path = canonicalPath(file.path);
    return isRefusal(path) ? [] : [{ commits, tree, file, path }];
  });
}

function notesOf(merges: readonly ConflictedMerge[]): string[] {
  const rest = merges.reduce((sum, { files }) => sum + Math.max(0, files.length - maxFiles), 0);
  return rest > 0 ? [`${rest} conflicted files left out: too many`] : [];
}

/** The file with git's marks; where one side has removed it, what it was and what the other side made of it. */
function namesToRead({ file, tree }: Question): readonly string[] {
  if (!isParsable(file.path)) return [];
  const { base, ours, theirs } = file;
  if (ours !== undefined && theirs !== undefined) return [`${tree}:${file.path}`];
  const kept = ours ?? theirs;
  return base === undefined || kept === undefined ? [] : [base, kept];
}

/** Undefined when it cannot be said. */
async function atStake(
  question: Question,
  texts: ReadonlyMap<string, string>,
): Promise<readonly string[] | undefined> {
  const [first, second] = namesToRead(question).map((name) => texts.get(name));
  if (first === undefined) return undefined;
  const isMarked = question.file.ours !== undefined && question.file.theirs !== undefined;
  if (!isMarked && second === undefined) return undefined;
  const text: ConflictedText = isMarked
    ? { kind: 'marked', text: first, ...question.commits }
    : { kind: 'removed', before: first, after: second ?? '' };
  return symbolsAtStake(await loadParser(), question.path, text);
}

/** A second way for files whose marks cannot be read: what both sides changed. */
async function clarify(
  scratch: ScratchRepository,
  root: string,
  { unclear, answers }: { unclear: readonly Question[]; answers: Map<Question, readonly string[]> },
): Promise<void> {
  const parsable = unclear.filter(({ file }) => isParsable(file.path));
  if (parsable.length === 0) return;
  const blobsOf = ({ file: { base = '', ours = '', theirs = '' } }: Question) =>
    [base, ours, theirs] as const;
  const texts = await readTexts(scratch, root, parsable.flatMap(blobsOf));
  const parser = await loadParser();
  for (const question of parsable) {
    await nextTurn();
    const [base, ours, theirs] = blobsOf(question).map((blob) => texts.get(blob));
    if (ours === undefined || theirs === undefined) continue;
    answers.set(question, changedByBoth(parser, question.path, { base, ours, theirs }));
  }
}
