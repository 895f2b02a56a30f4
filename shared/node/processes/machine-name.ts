import { hostname } from 'node:os';
import { limits } from '../../contract/limits.ts';

/** What this machine is called in all that its daemon and `coord watch` tell the relay, so that both mean the same one. */
export function machineName(): string {
  return hostname().slice(0, limits.name) || 'unknown';
}
