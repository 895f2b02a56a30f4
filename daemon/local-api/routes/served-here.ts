import { servedAtDaemon, servedAtRelay, type Served } from '../../../shared/api/served.ts';
import type { Route, Routes } from '../local-api.ts';

/** All that this daemon serves. Loads the table of operations, for which no hook may wait. */
export function servedHere(routes: Routes): readonly Served[] {
  const ofRelay = new Set(servedAtRelay().map(({ method, path }) => `${method} ${path}`));
  // What ends with `*` is at addresses that are listed one by one.
  const own = Object.entries(routes).filter(([name]) => !ofRelay.has(name) && !name.endsWith('*'));
  return servedAtDaemon(own.map(toServed));
}

function toServed([name, { access, summary = '' }]: [string, Route]): Served {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, summary, id: `daemon ${name}`, isPublic: access === 'public' };
}
