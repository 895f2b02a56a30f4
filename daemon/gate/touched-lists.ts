import { filePath, limits } from '../../shared/contract/fields.ts';
import { shownId } from '../../shared/kernel/display.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { symbolId } from '../../shared/kernel/symbol-id.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { linesOnly } from '../../shared/reservations/places.ts';
import type { TouchedFile } from './discovery/changed-files.ts';

/** What Git says of a commit, as it goes to the relay. */
export interface TouchedLists {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  /** What the lists do not have, as a sentence with what to do; nobody vouches for a part. */
  readonly gap: string | undefined;
}

/** GAT-8: with the names that the policy compares. The bare name of a place does not say which symbol it belongs to. */
export function listsOf(touched: readonly TouchedFile[], policy: ConflictPolicy): TouchedLists {
  const sent = touched.filter(({ path }) => isSendable(path));
  const most = limits.filesPerCommit;
  const places = policy === 'symbols' ? undefined : idsOf(sent, (file) => file.places);
  const symbols =
    places === undefined || places.length > most ? idsOf(sent, () => undefined) : places;
  const files = sent.map(({ path }) => path).slice(0, most);
  return {
    files,
    // A part of the symbols would make files narrower than they are.
    symbols: symbols.length > most ? [] : symbols,
    gap: gapOf(touched),
  };
}

function idsOf(
  touched: readonly TouchedFile[],
  placesIn: (file: TouchedFile) => readonly string[] | undefined,
): string[] {
  return touched.flatMap((file) => {
    const { path, parts } = file;
    if (parts === 'everything') return [];
    return namesOf(placesIn(file) ?? parts).map((name) => symbolId(path, name));
  });
}

/** A file of which only comments or blank lines differ is not touched as a whole, as one without a symbol would be. */
function namesOf(parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [linesOnly] : parts;
}

function gapOf(touched: readonly TouchedFile[]): string | undefined {
  const most = limits.filesPerCommit;
  if (touched.length > most)
    return `The work since the last recorded commit touches ${touched.length} files, and a daemon vouches for ${most} at most: split it into smaller commits and record one after the other.`;
  const odd = touched.find(({ path }) => !isSendable(path));
  if (odd === undefined) return undefined;
  const path = shownId(odd.path);
  return odd.path.includes('\\')
    ? `It touches ${path}: a path with a backslash is another one on other systems, so no daemon vouches for it. Rename the file in a new commit.`
    : `It touches ${path}, a path that coord cannot name, so no daemon vouches for it. Rename the file in a new commit.`;
}

/** Whether the interface takes the path, as it is. */
export function isSendable(path: string): boolean {
  return filePath.safeParse(path).success && canonicalPath(path) === path;
}
