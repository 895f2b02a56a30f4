import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalPath } from '../../../shared/kernel/paths.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { loadParser } from '../../index/parser/parser.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import {
  changedByBoth,
  classifyMarked,
  classifyRemoved,
  type ConflictFacts,
  sideLinesOf,
  unclear,
} from './classify.ts';
import { resolutions } from './conflict-regions.ts';
import type { Commits, ConflictedFile } from './merge.ts';
import type { ScratchRepository } from '../scratch/scratch-repository.ts';

/** A file in which two commits do not merge. */
export interface MergeConflict extends ConflictFacts {
  readonly path: string;
  /** What each side has of it, maybe under the name that it had before; undefined where it is removed. */
  readonly blobs: Pick<ConflictedFile, 'ours' | 'theirs'>;
}

export interface FileConflict extends MergeConflict {
  /** Whether both sides have changed the file themselves, and not only what they were made from. */
  readonly isOwn: boolean;
}

export interface ConflictedMerge {
  readonly commits: Commits;
  readonly tree: string;
  readonly files: readonly ConflictedFile[];
}

const maxFiles = 50;
const maxSymbols = 200;
/** For files of other languages, all together. */
const maxOtherBytes = 8 * 1024 * 1024;

interface Work {
  readonly merges: readonly ConflictedMerge[];
  /** Whether the time is up; one merge is read all the same, so that every round gets further. */
  readonly isOver: () => boolean;
}

/** RAD-2: the conflicts of each merge, by what they are about; of as many merges as were read in time, in order. */
export async function findConflicts(
  scratch: ScratchRepository,
  root: string,
  { merges, isOver }: Work,
): Promise<{ readonly conflicts: readonly MergeConflict[][]; readonly notes: readonly string[] }> {
  const questions = merges.map(questionsOf);
  const texts = await textsFor(scratch, root, questions.flat());
  const unsaid: Question[] = [];
  const answers = new Map<Question, ConflictFacts>();
  let read = 0;
  for (const asked of questions) {
    if (read > 0 && isOver()) break;
    read += 1;
    for (const question of asked) {
      await nextTurn();
      const { facts, isUnsaid } = await factsOf(question, texts);
      if (isUnsaid) unsaid.push(question);
      answers.set(question, facts);
    }
  }
  await clarify(scratch, root, { unsaid, answers });
  const conflicts = questions.slice(0, read).map((asked) =>
    asked.map((question) => {
      const facts = answers.get(question) ?? unclear;
      const symbolIds = facts.symbolIds.slice(0, maxSymbols);
      const { ours, theirs } = question.file;
      return { path: question.path, ...facts, symbolIds, blobs: { ours, theirs } };
    }),
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

/** Without what is too large or no text; `together` in bytes. */
async function textsIn(
  { blobs }: ScratchRepository,
  root: string,
  names: Iterable<string>,
  together?: number,
): Promise<ReadonlyMap<string, string>> {
  const { texts } = await blobs.read(root, names, together);
  return new Map([...texts].map(([name, { text }]) => [name, text]));
}

/** What can be read by symbol is read first; of other files only the marks are of use. */
async function textsFor(
  scratch: ScratchRepository,
  root: string,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, string>> {
  const isReadable = ({ file }: Question) => isParsable(file.path);
  const names = questions.filter(isReadable).flatMap(namesToRead);
  const others = questions.filter((one) => !isReadable(one)).flatMap(namesToRead);
  const texts = await textsIn(scratch, root, names);
  const marked = await textsIn(scratch, root, others, maxOtherBytes);
  return new Map([...texts, ...marked]);
}

/**
 * The file with git's marks, and what it was; where one side has removed it, what it was and what the other side made of it.
 */
function namesToRead({ file, tree }: Question): readonly string[] {
  const { path, base = '', ours, theirs } = file;
  if (ours !== undefined && theirs !== undefined)
    return [`${tree}:${path}`, ...(isParsable(path) ? [base] : [])];
  const kept = ours ?? theirs;
  return base === '' || kept === undefined || !isParsable(path) ? [] : [base, kept];
}

interface Answer {
  readonly facts: ConflictFacts;
  /** The marks cannot be read, or not by symbol. */
  readonly isUnsaid: boolean;
}

const unsaidAnswer: Answer = { facts: unclear, isUnsaid: true };

async function factsOf(question: Question, texts: ReadonlyMap<string, string>): Promise<Answer> {
  const { file, path, commits } = question;
  const [first, second] = namesToRead(question).map((name) => texts.get(name));
  if (first === undefined) return unsaidAnswer;
  if (file.ours === undefined || file.theirs === undefined) {
    if (second === undefined) return unsaidAnswer;
    const alternatives = { ours: first, theirs: second };
    const facts = classifyRemoved(await loadParser(), path, alternatives);
    return facts === undefined ? unsaidAnswer : { facts, isUnsaid: false };
  }
  const resolved = resolutions({ text: first, ...commits });
  // Files without marks are in conflict as a whole.
  if (resolved === undefined || resolved.regions.length === 0) return unsaidAnswer;
  const lines = sideLinesOf(resolved);
  if (!isParsable(path)) return { facts: { ...unclear, lines }, isUnsaid: false };
  const facts = classifyMarked(await loadParser(), path, { resolved, base: second ?? '' });
  if (facts === undefined) return { facts: { ...unclear, lines }, isUnsaid: true };
  return { facts, isUnsaid: false };
}

/** A second way for files whose marks cannot be read: what both sides changed. */
async function clarify(
  scratch: ScratchRepository,
  root: string,
  { unsaid, answers }: { unsaid: readonly Question[]; answers: Map<Question, ConflictFacts> },
): Promise<void> {
  const parsable = unsaid.filter(({ file }) => isParsable(file.path));
  if (parsable.length === 0) return;
  const blobsOf = ({ file: { base = '', ours = '', theirs = '' } }: Question) =>
    [base, ours, theirs] as const;
  const texts = await textsIn(scratch, root, parsable.flatMap(blobsOf));
  const parser = await loadParser();
  for (const question of parsable) {
    await nextTurn();
    const [base, ours, theirs] = blobsOf(question).map((blob) => texts.get(blob));
    if (ours === undefined || theirs === undefined) continue;
    const symbolIds = changedByBoth(parser, question.path, { base, ours, theirs });
    answers.set(question, { ...(answers.get(question) ?? unclear), symbolIds });
  }
}
