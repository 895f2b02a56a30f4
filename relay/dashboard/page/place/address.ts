import { useLocation, useSearch } from 'wouter-preact';

/** The address of the page: `/<workspace>/<view>/<rest...>?<query>`. Everything that a person may want to share stands in it. */
export interface Address {
  /** The slug of the workspace; empty where none is named. */
  readonly workspace: string;
  readonly view: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  /** Opens another address. */
  go(to: string): void;
  /** The same without a step back to the one that is open: for what follows from it. */
  replace(to: string): void;
  /** Changes parts of the query in place; an empty value or undefined removes one. */
  setQuery(changes: Readonly<Record<string, string | undefined>>): void;
}

export function useAddress(): Address {
  const [location, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const [workspace = '', view = '', ...rest] = location.split('/').slice(1).map(decoded);
  return {
    workspace,
    view,
    rest,
    query,
    go: (to) => navigate(to),
    replace: (to) => navigate(to, { replace: true }),
    setQuery(changes) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') query.delete(name);
        else query.set(name, value);
      }
      navigate(query.size === 0 ? location : `${location}?${query}`, { replace: true });
    },
  };
}

/** The address of a view, a record or a filter in it. */
export function addressOf(
  workspace: string,
  parts: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = ['', workspace, ...parts].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query);
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The address that is open, with parts of its query changed; an empty value removes one. */
export function withQuery(
  { workspace, view, rest, query }: Address,
  changes: Readonly<Record<string, string>>,
): string {
  const changed = Object.entries({ ...Object.fromEntries(query), ...changes });
  const kept = changed.filter(([, value]) => value !== '');
  return addressOf(workspace, [view, ...rest], Object.fromEntries(kept));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
