import { shortHash } from '../model/hash.ts';
import type { Layout } from './overview.ts';
import type { Before } from './inside.ts';

/** Places as they are kept in the browser: by a hash of the id, so that neither paths nor titles stay there. */
interface Kept {
  readonly v: 1;
  readonly depth: number;
  readonly at: Readonly<Record<string, readonly [x: number, y: number]>>;
  /** Earlier versions have kept none. */
  readonly regions?: Readonly<Record<string, readonly [x: number, y: number, r: number]>>;
}

export function textOf({ at, regions, depth }: Layout): string {
  const places = [...at].map(([id, { x, y }]) => [shortHash(id), [x, y].map(Math.round)]);
  const discs = [...regions].map(([id, { x, y, r }]) => [shortHash(id), [x, y, r].map(Math.round)]);
  const kept = { v: 1, depth, at: Object.fromEntries(places), regions: Object.fromEntries(discs) };
  return JSON.stringify(kept);
}

/** Undefined when there is nothing that this version can read. */
export function beforeOf(text: string | null): Before | undefined {
  const kept = read(text);
  if (kept === undefined) return undefined;
  const { depth, at, regions = {} } = kept;
  return {
    depth,
    at(id) {
      const place = ownOf(at, shortHash(id));
      return place && { x: place[0], y: place[1] };
    },
    region(id) {
      const disc = ownOf(regions, shortHash(id));
      return disc && { x: disc[0], y: disc[1], r: disc[2] };
    },
  };
}

function ownOf<T>(all: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(all, key) ? all[key] : undefined;
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
