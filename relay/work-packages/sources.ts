import { pathKey } from '../../shared/kernel/paths.ts';
import type { WorkPackageRow } from '../store/schema.ts';
import { modelReason, namedReason } from './named-files.ts';
import type { ReviewedLink } from './queries.ts';

/** Why a file is in a package, as the package's row keeps it; a file may have several, the first that counts is told. */
export interface StoredSource {
  readonly file: string;
  readonly reason: string;
  /** The ids of the results that it comes of; empty when no review takes it away. */
  readonly of: readonly string[];
  /** PKG-4: all of these results were dropped. */
  readonly left_out?: true;
}

/** The first source of each file that is not left out. */
function firstSources(sources: readonly StoredSource[]): StoredSource[] {
  const files = new Map<string, StoredSource>();
  for (const source of sources) {
    const key = pathKey(source.file);
    if (source.left_out !== true && !files.has(key)) files.set(key, source);
  }
  return [...files.values()];
}

/** The columns of a package with these sources. */
export function fileColumns(
  sources: readonly StoredSource[],
): Pick<WorkPackageRow, 'files' | 'file_sources'> {
  return {
    files: JSON.stringify(firstSources(sources).map(({ file }) => file)),
    file_sources: JSON.stringify(sources),
  };
}

/** PKG-5: how each file came in; empty for packages of earlier versions. */
export function reasonsIn({
  file_sources: stored,
}: Pick<WorkPackageRow, 'file_sources'>): { file: string; reason: string }[] {
  const sources = firstSources(JSON.parse(stored) as StoredSource[]);
  return sources.map(({ file, reason }) => ({ file, reason }));
}

/** PKG-4: leaves out what comes only of results that do not count. */
export function counted(
  sources: readonly StoredSource[],
  ids: ReadonlySet<string>,
): StoredSource[] {
  return sources.map(({ file, reason, of }) => {
    const counts = of.length === 0 || of.some((id) => ids.has(id));
    return { file, reason, of, ...(!counts && { left_out: true as const }) };
  });
}

/** As they were stored; for packages of earlier versions, out of their files and those of their decisions. */
export function sourcesOf(
  { file_sources: stored, files }: Pick<WorkPackageRow, 'file_sources' | 'files'>,
  decisions: readonly Pick<ReviewedLink, 'id' | 'files'>[],
): StoredSource[] {
  const sources = JSON.parse(stored) as StoredSource[];
  if (sources.length > 0) return sources;
  const own = (JSON.parse(files) as string[]).map((file) => ({ file, of: [] as string[] }));
  const byKey = new Map(own.map((one) => [pathKey(one.file), one]));
  for (const { id, files: column } of decisions)
    for (const file of JSON.parse(column) as string[]) {
      const known = byKey.get(pathKey(file)) ?? { file, of: [] };
      known.of.push(id);
      byKey.set(pathKey(file), known);
    }
  return [...byKey.values()].map((one) => ({
    ...one,
    reason: one.of.length > 0 ? namedReason : modelReason,
  }));
}
