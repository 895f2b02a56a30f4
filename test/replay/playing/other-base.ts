import type { ObjectStore } from '../mining/object-store.ts';
import { textOf, type PairContents } from '../mining/pair-contents.ts';
import { editOf } from '../text/edits.ts';

/** The texts of the shared files at another commit of the main line. */
export interface OtherBase {
  readonly isNewer: boolean;
  readonly texts: ReadonlyMap<string, string>;
}

const distances = [4, 8, 2, 16, 1, 32] as const;

/**
 * A commit some steps before or after the merge base at which the contents are others, but the edits of both sides can still
 * be made; undefined when none of the tried ones is such.
 */
export async function otherBaseOf(
  store: ObjectStore,
  base: string,
  contents: PairContents,
): Promise<OtherBase | undefined> {
  const older = await firstParents(store, [`--max-count=${Math.max(...distances) + 1}`, base]);
  const newer = (await firstParents(store, [`${base}..${store.head}`])).toReversed();
  const isOnMainLine = await isParentOf(store, base, newer[0]);
  for (const distance of distances) {
    const tried = [
      { commit: isOnMainLine ? newer[distance - 1] : undefined, isNewer: true },
      { commit: older[distance], isNewer: false },
    ];
    for (const { commit, isNewer } of tried) {
      const texts = commit === undefined ? undefined : await textsAt(store, commit, contents);
      if (texts !== undefined && fits(texts, contents)) return { isNewer, texts };
    }
  }
  return undefined;
}

async function firstParents(store: ObjectStore, args: readonly string[]): Promise<string[]> {
  const listing = await store.git(['rev-list', '--first-parent', ...args]);
  return listing.split('\n').filter((line) => line !== '');
}

async function isParentOf(
  store: ObjectStore,
  base: string,
  child: string | undefined,
): Promise<boolean> {
  if (child === undefined) return false;
  return (await store.git(['rev-parse', `${child}^1`]).catch(() => '')).trim() === base;
}

/** Undefined when a file is missing, or there too early. */
async function textsAt(
  store: ObjectStore,
  commit: string,
  { files }: PairContents,
): Promise<Map<string, string> | undefined> {
  const texts = new Map<string, string>();
  for (const { path, base } of files) {
    const text = await textOf(store, `${commit}:${path}`).catch(() => undefined);
    if ((text === undefined) !== (base === undefined)) return undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

function fits(texts: ReadonlyMap<string, string>, { files }: PairContents): boolean {
  const isOther = files.some(({ path, base }) => texts.get(path) !== base);
  return (
    isOther &&
    files.every(({ path, base, sides }) => {
      const start = texts.get(path);
      if (base === undefined || start === undefined) return base === start;
      return sides.every(({ hunks }) => {
        let text: string | undefined = start;
        for (const hunk of hunks) text = text === undefined ? text : editOf(text, hunk)?.next;
        return text !== undefined;
      });
    })
  );
}
