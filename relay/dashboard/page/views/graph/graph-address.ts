import type { NodeType } from '../../../../../shared/graph/contract.ts';
import { useAddress, withQuery } from '../../place/address.ts';
import { kinds as allKinds } from './model/words.ts';

/** DSH-61: what the address says of this view; everything that a person may share. */
export interface GraphAddress {
  /** Only this node and what is near it; empty for everything. */
  readonly focus: string;
  readonly depth: 1 | 2 | 3;
  /** What the panel tells about; empty for nothing. */
  readonly chosen: string;
  readonly kinds: ReadonlySet<NodeType>;
  /** Folders whose files are drawn one by one. */
  readonly opened: ReadonlySet<string>;
  readonly query: string;
  readonly isList: boolean;
  choose(id: string | undefined): void;
  /** Another focus can be left by going back. */
  focusOn(id: string): void;
  leaveFocus(): void;
  setDepth(depth: number): void;
  toggleKind(kind: NodeType): void;
  toggleFolder(id: string): void;
  search(query: string): void;
  /** The address of this as a list or as a picture. */
  shownAs(kind: 'list' | 'picture'): string;
}

export function useGraphAddress(): GraphAddress {
  const address = useAddress();
  const { query, setQuery, go } = address;
  const kinds = kindsIn(query.get('kinds') ?? '');
  const opened = new Set(partsOf(query.get('open') ?? '').map(decodeURIComponent));
  const depth = Number(query.get('depth') ?? '1');
  return {
    focus: query.get('focus') ?? '',
    depth: depth === 2 || depth === 3 ? depth : 1,
    chosen: query.get('node') ?? query.get('focus') ?? '',
    kinds,
    opened,
    query: query.get('q') ?? '',
    isList: query.get('as') === 'list',
    choose: (id = '') => setQuery({ node: id, q: '' }),
    focusOn: (id) => go(withQuery(address, { focus: id, node: '', q: '', as: '' })),
    leaveFocus: () =>
      go(withQuery(address, { focus: '', depth: '', node: query.get('focus') ?? '' })),
    setDepth: (next) => setQuery({ depth: next === 1 ? '' : String(next) }),
    toggleKind: (kind) => setQuery({ kinds: kindsText(toggled(kinds, kind)) }),
    toggleFolder: (id) =>
      setQuery({ open: [...toggled(opened, id)].map(encodeURIComponent).join(',') }),
    search: (text) => setQuery({ q: text }),
    shownAs: (kind) => withQuery(address, { as: kind === 'list' ? 'list' : '' }),
  };
}

function partsOf(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

function kindsIn(text: string): ReadonlySet<NodeType> {
  const named = partsOf(text);
  const kinds = allKinds.filter((kind) => named.includes(kind));
  return new Set(kinds.length === 0 ? allKinds : kinds);
}

/** All kinds are the same as none. */
function kindsText(kinds: ReadonlySet<NodeType>): string {
  return kinds.size === allKinds.length ? '' : [...kinds].join(',');
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
