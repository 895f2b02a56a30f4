import type { Operation } from '../contract/operation.ts';
import { dashboardAddresses, dashboardPath } from '../dashboard/files.ts';
import { productName, version } from '../version.ts';
import { operations } from './operations.ts';

/** One method of one path that is served: an operation of the interface, or something beside it. */
export interface Served {
  readonly method: string;
  /** With its parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** Unique among all that is served in one place. */
  readonly id: string;
  /** Undefined for what the contract does not describe. */
  readonly operation?: Operation;
  /** Whether it needs no key. */
  readonly isPublic: boolean;
}

/** ANS-6: all that a relay serves. What is registered there comes from the same tables. */
export function servedAtRelay(): readonly Served[] {
  return [...Object.entries(operations).flatMap(servedAs), endOfMcp, ...files];
}

/** ANS-6: all that a daemon serves: what it passes on, which is all but the log for daemons, and what is only there. */
export function servedAtDaemon(own: readonly Served[]): readonly Served[] {
  return [...servedAtRelay().filter(({ operation }) => operation !== operations.replica), ...own];
}

/** ANS-8: the methods with which a path is served; none for one that is not. */
export function methodsAt(path: string, served: readonly Served[]): string[] {
  const asked = path.split('/');
  return served.filter((one) => leadsTo(one.path.split('/'), asked)).map(({ method }) => method);
}

function leadsTo(parts: readonly string[], asked: readonly string[]): boolean {
  const isAt = (part: string, index: number) =>
    part.startsWith(':') ? asked[index] !== '' : asked[index] === part;
  return parts.length === asked.length && parts.every(isAt);
}

function servedAs([name, operation]: [string, Operation]): Served[] {
  const { method, path, alias, summary, access } = operation;
  const isPublic = access === 'public';
  const served = { method, path, summary, id: name, operation, isPublic };
  return alias === undefined ? [served] : [served, { ...served, path: alias, id: `${name}Named` }];
}

const endOfMcp: Served = {
  method: 'DELETE',
  path: operations.mcp.path,
  summary: 'The end of a client’s session with the tools (MCP-8)',
  id: 'endMcp',
  isPublic: false,
};

const files: readonly Served[] = Object.entries(dashboardAddresses).map(([path, summary]) => ({
  method: 'GET',
  path,
  summary,
  id: `dashboard ${path}`,
  isPublic: true,
}));

const description =
  'Keeps the coding agents of a team from overwriting or contradicting each other: reservations, sessions and one feed.';

/** What `GET /` answers where this is served. */
export function informationOf(served: readonly Served[]) {
  return {
    name: productName,
    version,
    description,
    documentation: operations.openapi.path,
    dashboard: dashboardPath,
    endpoints: served.map(({ method, path, summary }) => ({ method, path, summary })),
  };
}
