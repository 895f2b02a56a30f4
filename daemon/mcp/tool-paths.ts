import { isAbsolute } from 'node:path';
import { itemsOf } from '../../shared/contract/fields.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { PathResolver } from '../git/path-resolver.ts';

const listFields = ['files', 'touched_files'] as const;

/** Agents name files as their client's own tools do, by absolute paths: those of this repository become its own. */
export function withRepositoryPaths(
  resolver: Pick<PathResolver, 'resolve'>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const own = { ...input };
  if ('file' in own) own['file'] = ownPath(resolver, own['file']);
  for (const field of listFields) {
    if (field in own) own[field] = ownPaths(resolver, own[field]);
  }
  return own;
}

function ownPaths(resolver: Pick<PathResolver, 'resolve'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((path) => ownPath(resolver, path));
  if (typeof value !== 'string') return value;
  return itemsOf(value)
    .map((path) => ownPath(resolver, path))
    .join(',');
}

function ownPath(resolver: Pick<PathResolver, 'resolve'>, path: unknown): unknown {
  if (typeof path !== 'string' || !isAbsolute(path)) return path;
  const resolved = resolver.resolve(path);
  return isRefusal(resolved) || resolved.kind === 'outside' ? path : resolved.path;
}
