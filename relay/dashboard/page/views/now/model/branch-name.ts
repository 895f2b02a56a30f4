/** The branches of workstreams begin alike (`coord/` unless a workspace says otherwise); in a narrow column that says nothing. */
export function shortBranches(branches: Iterable<string>): (branch: string) => string {
  const all = [...new Set(branches)].filter((branch) => branch.includes('/'));
  const count = new Map<string, number>();
  for (const branch of all) {
    const prefix = prefixOf(branch);
    count.set(prefix, (count.get(prefix) ?? 0) + 1);
  }
  return (branch) => {
    const prefix = prefixOf(branch);
    return (count.get(prefix) ?? 0) > 1 ? branch.slice(prefix.length) : branch;
  };
}

function prefixOf(branch: string): string {
  return branch.slice(0, branch.indexOf('/') + 1);
}
