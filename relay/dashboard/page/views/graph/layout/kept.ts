import { shortHash } from '../model/hash.ts';
import type { Before, Layout } from './overview.ts';
import type { Point } from './spots.ts';

/** Places as they are kept in the browser: by a hash of the id, so that neither paths nor titles stay there. */
interface Kept {
  readonly v: 1;
  readonly depth: number;
  readonly at: Readonly<Record<string, readonly [number, number]>>;
}

export function textOf({ at, regions, depth }: Layout): string {
  const places = [...regions, ...at].map(([id, { x, y }]: [string, Point]) => [
    shortHash(id),
    [Math.round(x), Math.round(y)],
  ]);
  return JSON.stringify({ v: 1, depth, at: Object.fromEntries(places) } satisfies Kept);
}

/** Undefined when there is nothing that this version can read. */
export function beforeOf(text: string | null): Before | undefined {
  const kept = read(text);
  if (kept === undefined) return undefined;
  return {
    depth: kept.depth,
    at(id) {
      const place = Object.hasOwn(kept.at, shortHash(id)) ? kept.at[shortHash(id)] : undefined;
      return place && { x: place[0], y: place[1] };
    },
  };
}

function read(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null;
    const isKnown = kept?.v === 1 && typeof kept.depth === 'number' && typeof kept.at === 'object';
    return isKnown ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}
