import { fileNamesIn } from '../file-names-in-text.ts';
import { common } from './content.ts';
import { movesOn } from './course.ts';
import type { Utterance } from './signals.ts';

/** How many turns before and after a file may be named that a decision is about. */
const turnsBefore = 12;
const turnsAfter = 6;

/** The files that the sentence names or, where it names none, those of what it refers to. */
export function filesOf(
  all: readonly Utterance[],
  main: Utterance,
  sources: readonly (readonly Utterance[])[],
): string[] {
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .filter(({ turn }) => turn === main.turn);
  for (const source of [...sources, before]) {
    const files = fileNamesIn(source.map(({ text }) => text).join(' '));
    if (files.length > 0) return files;
  }
  return [];
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
    .filter(({ own }) => own['file'])
    .toSorted((one, other) => Math.abs(one.at - main.at) - Math.abs(other.at - main.at));
  for (const one of named) {
    const files = fileNamesIn(one.text);
    if (common(one.content, matter) > 0) return files;
    const fitting = files.filter((file) => partsOf(file).some((part) => matter.has(part)));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

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
