/** The tabs of the view and the records in them, as the address says it (DSH-2). */
export type Part =
  | { readonly kind: 'workstreams' | 'tasks' | 'packages' | 'gate' | 'commits' | 'flakes' }
  | { readonly kind: 'workstream' | 'task' | 'run'; readonly id: string };

/** After `work` in the address. */
export const tabs = [
  { kind: 'workstreams', title: 'Workstreams', path: [] },
  { kind: 'tasks', title: 'Tasks', path: ['tasks'] },
  { kind: 'packages', title: 'Packages', path: ['packages'] },
  { kind: 'gate', title: 'Gate', path: ['gate'] },
  { kind: 'commits', title: 'Commits', path: ['commits'] },
  { kind: 'flakes', title: 'Flakes', path: ['flakes'] },
] as const;

export type Tab = (typeof tabs)[number];

/** What a slug cannot stand for alone, because a tab is called so. */
const named = new Map<string, Tab>(tabs.map((tab) => [tab.kind, tab]));

/** What an address shows; what comes after it is ignored. */
export function partOf([first, second]: readonly string[]): Part {
  if (first === undefined || first === '') return { kind: 'workstreams' };
  const tab = named.get(first);
  if (tab === undefined) return { kind: 'workstream', id: first };
  if (second === undefined || second === '') return { kind: tab.kind };
  if (tab.kind === 'workstreams') return { kind: 'workstream', id: second };
  if (tab.kind === 'tasks') return { kind: 'task', id: second };
  return tab.kind === 'gate' ? { kind: 'run', id: second } : { kind: tab.kind };
}

/** The address of a workstream, after `work`. */
export function pathOfWorkstream(slug: string): readonly string[] {
  return named.has(slug) ? ['workstreams', slug] : [slug];
}
