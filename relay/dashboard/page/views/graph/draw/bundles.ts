import type { EdgeKind } from '../../../../../../shared/graph/contract.ts';
import type { Layout } from '../layout/overview.ts';
import type { Disc } from '../layout/spots.ts';
import { isFolder } from '../model/regions.ts';

/** The region in which something drawn lies. */
export function regionFor(drawn: string, { regionOf }: Layout): string | undefined {
  return isFolder(drawn) ? drawn : regionOf.get(drawn);
}

/** The strongest ties between regions, about as many as there are regions: more would be a tangle. */
export function bundlesOf(
  regions: readonly Region[],
  lines: readonly Line[],
  layout: Layout,
): Bundle[] {
  const byId = new Map(regions.map((region) => [region.id, region]));
  const bundles = new Map<string, { from: Region; to: Region; count: number }>();
  for (const { source, target } of lines) {
    const ends = [regionFor(source, layout) ?? '', regionFor(target, layout) ?? ''].sort();
    const [from, to] = ends.map((id) => byId.get(id));
    if (from === undefined || to === undefined || from === to) continue;
    const known = bundles.get(ends.join('\n'));
    if (known === undefined) bundles.set(ends.join('\n'), { from, to, count: 1 });
    else known.count += 1;
  }
  return [...bundles.values()].sort((a, b) => b.count - a.count).slice(0, 1.5 * regions.length);
}

export interface Line {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly kind: EdgeKind;
  /** Drawn only when one of its ends is chosen: what the places of the dots say already. */
  readonly isQuiet: boolean;
}

export interface Region extends Disc {
  readonly id: string;
}

/** How much two regions have in common, as one line for all. */
export interface Bundle {
  readonly from: Region;
  readonly to: Region;
  readonly count: number;
}
