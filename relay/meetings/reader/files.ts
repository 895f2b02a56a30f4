import { fileNamesIn } from '../text/file-names-in-text.ts';
import { pointsAt } from './words/points-at.ts';
import { common } from './words/content.ts';
import * as work from './words/work-lexicon.ts';
import { movesOn, namesNext } from './signals/course.ts';
import type { Utterance } from './signals/signals.ts';

/** How many turns before and after a file may be named that a result is about. */
const turnsBefore = 12;
const turnsAfter = 6;
const turnsRightAfter = 3;
/** So many sentences before and after, a file is meant that shares no word with the matter: "It's in src/a.ts." "I'll do it." */
const besideBefore = 5;
const besideAfter = 3;

/** The files that the sentence names or, where it names none, those of what it refers to. */
export function filesOf(
  all: readonly Utterance[],
  main: Utterance,
  sources: readonly (readonly Utterance[])[],
): string[] {
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .filter((one) => one.turn === main.turn && !isWorkItself(one) && !isWorkItself(main))
    .filter((one) => !isOtherItem(one, main));
  for (const source of [...sources, before]) {
    const files = fileNamesIn(source.map(({ text }) => text).join(' '));
    if (files.length > 0) return files;
  }
  return [];
}

/** Each item of a list has its own matter. */
function isOtherItem(one: Utterance, other: Utterance): boolean {
  return Boolean(one.own['listed'] && other.own['listed']);
}

/** Words of deciding, which any two decisions share. */
const ofDeciding = new Set(['decide', 'agree', 'propose', 'suggest', 'choose', 'settle', 'use']);

/** The files that were named some turns away, while the same matter was spoken of: the nearest that shares a word with it. */
export function filesNear(
  all: readonly Utterance[],
  main: Utterance,
  content: ReadonlySet<string>,
): string[] {
  const matter = new Set([...content].filter((word) => !ofDeciding.has(word)));
  const before = all.slice(Math.max(0, main.at - 40), main.at).toReversed();
  const after = all.slice(main.at + 1, main.at + 20);
  const near = [
    ...withinMatter(before, (one) => main.turn - one.turn <= turnsBefore),
    ...withinMatter(after, (one) => one.turn - main.turn <= turnsAfter),
  ];
  const named = near
    .filter((one) => namesFile(one) && !isPlainWork(one))
    .toSorted((one, other) => Math.abs(one.at - main.at) - Math.abs(other.at - main.at));
  for (const one of named) {
    const files = fileNamesIn(one.text);
    if (common(one.content, matter) > 0) return files;
    const fitting = files.filter((file) => partsOf(file).some((part) => matter.has(part)));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

/**
 * The file that is named right after what was decided, before the next matter: "I'll do it tomorrow, it's one setting in
 * `infra/backup.tf`."
 */
export function filesAfter(all: readonly Utterance[], last: Utterance): string[] {
  for (const one of all.slice(last.at + 1, last.at + 16)) {
    if (one.turn - last.turn > turnsRightAfter || isOfItsOwn(one) || isPlainWork(one)) return [];
    if (isOtherParagraph(last, one)) return [];
    if (namesFile(one)) return fileNamesIn(one.text);
  }
  return [];
}

/** In a text that nobody speaks each paragraph has its own matter. */
function isOtherParagraph(one: Utterance, other: Utterance): boolean {
  return one.speaker === '' && other.speaker === '' && one.turn !== other.turn;
}

/** What is written as a task, or plainly said to be done, names its own files. */
function isWorkItself(one: Utterance): boolean {
  return Boolean(one.own['label_action'] || one.own['label_task']) || isPlainWork(one);
}

function isPlainWork({ own, words }: Utterance): boolean {
  return Boolean(own['plainWork']) && work.tellsWhere.in(words, 0, words.length) === undefined;
}

/** What goes on to another matter, or is written down or said to be decided by itself. */
function isOfItsOwn(one: Utterance): boolean {
  const { own, words, text } = one;
  const isWritten = Object.keys(own).some((name) => name.startsWith('label_'));
  return (
    isWritten ||
    Boolean(own['explicit'] || own['refuses']) ||
    namesNext(words) ||
    (Boolean(own['file']) && asksForSomebody.test(text)) ||
    (movesOn(one) && !own['file']) ||
    goesAside.test(text)
  );
}

/** "Who fixes src/tax.ts?" is about its own file. */
const asksForSomebody =
  /^(?:\W*(?:and|but|so|also)\b)?[^?]{0,30}\b(?:who|any(?:body|one)|some(?:body|one))\b[^?]*\?\s*$/i;
const goesAside =
  /^\W*(?:(?:oh|and|but|also|so),? )?(?:by the way|btw|unrelated|on another note|separately|side note)\b/i;

/**
 * The file that is named beside what somebody does where they only point at it, "I'll change it", unless they only tell somebody about it. `mayPointAtAny`: also
 * one that shares no word with it.
 */
export function filesBeside(
  all: readonly Utterance[],
  main: Utterance,
  content: ReadonlySet<string>,
  { mayPointAtAny }: { readonly mayPointAtAny: boolean },
): string[] {
  if (!pointsAt.test(main.text) && main.content.size > 1) return [];
  const near = filesNear(all, main, content);
  if (near.length > 0 || !mayPointAtAny || main.words.some(({ lemma }) => work.tells.has(lemma)))
    return near;
  const beside = all
    .slice(Math.max(0, main.at - besideBefore), main.at + besideAfter + 1)
    .filter((one) => namesFile(one) && !isOtherParagraph(main, one))
    .toSorted((one, other) => Math.abs(one.at - main.at) - Math.abs(other.at - main.at));
  return fileNamesIn(beside[0]?.text ?? '');
}

function namesFile(one: Utterance): boolean {
  return Boolean(one.own['file']) && !isOfLogin(one);
}

/** Where a login is spoken of, no file is looked for: a password may look like one. */
export function isOfLogin({ own, text }: Utterance): boolean {
  return Boolean(own['secret']) || ofLogin.test(text);
}

const ofLogin = /(?<![\w/.-])(?:passwords?|passphrase|log-?ins?|pw|credentials?)(?![\w/-]|\.\w)/i;

/** Up to where somebody goes on to the next matter. */
function withinMatter(
  some: readonly Utterance[],
  isNear: (one: Utterance) => boolean,
): readonly Utterance[] {
  const end = some.findIndex((one) => !isNear(one) || movesOn(one));
  return end === -1 ? some : some.slice(0, end + 1).filter(isNear);
}

/** The words of a path: `src/session-store.ts` is about "session" and "store". */
function partsOf(file: string): string[] {
  const words = file.replace(/\.\w+$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
}
