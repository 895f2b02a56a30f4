import { isAbsolute } from 'node:path';
import { itemsOf } from '../shared/contract/fields.ts';
import { isRefusal } from '../shared/kernel/refusal.ts';
import type { Places } from './git/places.ts';

const listFields = ['files', 'touched_files'] as const;

/** Agents name files as their client's own tools do, by absolute paths: those of this repository become its own. */
export function withOwnPaths(
  places: Pick<Places, 'place'>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const own = { ...input };
  if ('file' in own) own['file'] = ownPath(places, own['file']);
  for (const field of listFields) {
    if (field in own) own[field] = ownPaths(places, own[field]);
  }
  return own;
}

function ownPaths(places: Pick<Places, 'place'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((path) => ownPath(places, path));
  if (typeof value !== 'string') return value;
  return itemsOf(value)
    .map((path) => ownPath(places, path))
    .join(',');
}

function ownPath(places: Pick<Places, 'place'>, path: unknown): unknown {
  if (typeof path !== 'string' || !isAbsolute(path)) return path;
  const place = places.place(path);
  return isRefusal(place) || place.kind === 'outside' ? path : place.path;
}
