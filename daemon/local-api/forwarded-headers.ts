import type { IncomingHttpHeaders } from 'node:http';
import { directoryHeader } from '../../shared/node/http/encoded-header.ts';

/** Headers that belong to one connection, that are set anew, or that only a daemon is told. */
const notForwarded: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  directoryHeader,
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What of the headers goes on to the other side. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  except = '',
): Record<string, string | string[]> {
  const isKept = (name: string) => name !== except && !notForwarded.has(name);
  const entries = Object.entries(headers) as [string, string | string[]][];
  return Object.fromEntries(entries.filter(([name]) => isKept(name)));
}
