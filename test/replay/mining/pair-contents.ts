import { parseDiff, type Hunk } from '../text/hunks.ts';
import { importLinesOf } from '../text/imports.ts';
import { isSameChange, regionsOf, type Region } from '../text/regions.ts';
import { compareAll, isEditable, type ChangedFile } from './differences.ts';
import type { ObjectStore } from './object-store.ts';
import { restrictAll, type Restricted, type SharedFiles } from './restricted.ts';

/** A hunk with the lines that it changes. */
export interface SideHunk extends Hunk {
  readonly regions: readonly Region[];
}

/** A file that both sides changed. */
export interface SharedFile {
  readonly path: string;
  readonly mode: string;
  /** Undefined when both sides made the file. */
  readonly base: string | undefined;
  readonly sides: readonly [FileSide, FileSide];
}

export interface FileSide {
  readonly text: string;
  readonly hunks: readonly SideHunk[];
}

export interface PairContents {
  readonly restricted: Restricted;
  readonly files: readonly SharedFile[];
}

/** Editable files that both changed, and not to the same text. */
export function sharedOf(
  ones: readonly ChangedFile[],
  others: readonly ChangedFile[],
): SharedFiles {
  const byPath = new Map(others.filter(isEditable).map((file) => [file.path, file]));
  const both = ones.filter(isEditable).flatMap((one) => {
    const other = byPath.get(one.path);
    return other === undefined || other.after.blob === one.after.blob ? [] : [{ one, other }];
  });
  return [both.map(({ one }) => one), both.map(({ other }) => other)];
}

/** Texts and hunks of the shared files; undefined when one of them is no UTF-8 text. */
export async function readPair(
  store: ObjectStore,
  [ones, others]: SharedFiles,
  restricted: Restricted,
): Promise<PairContents | undefined> {
  const hunks = await Promise.all(
    restricted.sides.map((side) => hunksBetween(store, restricted.base, side)),
  );
  const files: SharedFile[] = [];
  for (const [at, one] of ones.entries()) {
    const { path, before, after } = one;
    const other = others[at]?.after.blob ?? '';
    const isNew = before.mode === '000000';
    const base = isNew ? undefined : await textOf(store, before.blob);
    const texts = [await textOf(store, after.blob), await textOf(store, other)] as const;
    if (texts.some((text) => text === undefined) || (!isNew && base === undefined))
      return undefined;
    const sides = texts.map((text = '', side) =>
      sideOf(base ?? '', text, hunks[side]?.get(path) ?? []),
    ) as [FileSide, FileSide];
    files.push({ path, mode: after.mode, base, sides });
  }
  return { restricted, files };
}

/** As `readPair`, from the commits. */
export async function readPairAgain(
  store: ObjectStore,
  { base, sides }: { readonly base: string; readonly sides: readonly [string, string] },
): Promise<PairContents | undefined> {
  const comparisons = sides.map((side) => ({ base, side }));
  const [ones = [], others = []] = await compareAll(store, comparisons);
  const shared = sharedOf(ones, others);
  const [restricted] = await restrictAll(store, [shared]);
  return restricted && readPair(store, shared, restricted);
}

/** Whether both sides made a change that is the same: then one took it from the other. */
export function haveSameChange({ files }: PairContents): boolean {
  return files.some(({ sides: [one, other] }) => {
    const others = other.hunks.flatMap(({ regions }) => regions);
    return one.hunks.some(({ regions }) =>
      regions.some((region) => others.some((theirs) => isSameChange(region, theirs))),
    );
  });
}

async function hunksBetween(
  store: ObjectStore,
  base: string,
  side: string,
): Promise<Map<string, Hunk[]>> {
  const form = ['--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];
  return parseDiff(await store.git(['diff', '-U3', ...form, base, side]));
}

function sideOf(base: string, text: string, hunks: readonly Hunk[]): FileSide {
  const imports = { old: importLinesOf(base), new: importLinesOf(text) };
  return {
    text,
    hunks: hunks.map((hunk) => ({ ...hunk, regions: regionsOf(hunk, imports) })),
  };
}

export async function textOf(store: ObjectStore, object: string): Promise<string | undefined> {
  const text = await store.git(['cat-file', 'blob', object]);
  return /[\0\ufffd]/.test(text) ? undefined : text;
}
