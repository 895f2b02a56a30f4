import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { DecisionState } from '../../shared/decisions/contract.ts';

/** What a decision needs to know of a symbol. */
export interface NamedSymbol {
  readonly id: string;
  readonly name: string;
  readonly meaningHash: string;
}

/** A symbol that a decision is about, with its meaning hash when the decision was made or last reaffirmed. */
export interface Link {
  readonly symbol: string;
  readonly meaningHash: string;
}

export const maxLinks = 500;

/** DEC-1, DEC-3: the symbols that the text names; all symbols of the files when it names none. */
export function linksFor(text: string, symbols: readonly NamedSymbol[]): Link[] {
  const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu));
  const named = symbols.filter(({ name }) => words.has(name));
  const linked = named.length > 0 ? named : symbols;
  return linked.slice(0, maxLinks).map(({ id, meaningHash }) => ({ symbol: id, meaningHash }));
}

/**
 * DEC-2: the first linked symbol whose meaning has changed, or that is gone. `hashOf` answers the meaning hash that is
 * published now; undefined for a symbol that is gone.
 */
export function brokenLink(
  links: readonly Link[],
  hashOf: (symbol: string) => string | undefined,
): { readonly symbol: string; readonly reason: 'changed' | 'removed' } | undefined {
  for (const { symbol, meaningHash } of links) {
    const now = hashOf(symbol);
    if (now === undefined) return { symbol, reason: 'removed' };
    if (now !== meaningHash) return { symbol, reason: 'changed' };
  }
  return undefined;
}

/** DEC-4: the links with the hashes of now; links to symbols that are gone are dropped. */
export function renewedLinks(
  links: readonly Link[],
  hashOf: (symbol: string) => string | undefined,
): Link[] {
  return links.flatMap(({ symbol }) => {
    const meaningHash = hashOf(symbol);
    return meaningHash === undefined ? [] : [{ symbol, meaningHash }];
  });
}

/** An earlier decision that a new one may end. */
export interface EarlierDecision {
  readonly id: string;
  readonly state: DecisionState;
  readonly supersededBy: string | undefined;
}

/**
 * DEC-5: the decisions that a new one ends: the one that it supersedes, and those of the same title that are stale.
 * Refused: one that does not exist, or that has ended already.
 */
export function endedBy(
  supersedes: { readonly id: string; readonly found: EarlierDecision | undefined } | undefined,
  sameTitle: readonly EarlierDecision[],
): string[] | Refusal {
  const stale = sameTitle.filter(({ state }) => state === 'stale').map(({ id }) => id);
  if (supersedes === undefined) return stale;
  const { id, found } = supersedes;
  if (found === undefined) {
    return refuse('NotFound', `supersedes: there is no decision ${id}.`, { field: 'supersedes' });
  }
  if (found.state === 'ended') {
    const by = found.supersededBy === undefined ? '' : ` by ${found.supersededBy}`;
    return refuse('Conflict', `${id} was superseded${by} already. Supersede the newer one.`, {
      field: 'supersedes',
    });
  }
  return [...new Set([id, ...stale])];
}

/** DEC-4: only a fresh or stale decision can be reaffirmed. */
export function refuseReaffirm(state: DecisionState): Refusal | undefined {
  if (state === 'fresh' || state === 'stale') return undefined;
  return refuse('Conflict', `A decision that is ${state} cannot be reaffirmed.`);
}

export function refuseAccept(state: DecisionState): Refusal | undefined {
  if (state === 'proposed') return undefined;
  return refuse('Conflict', `Only a proposed decision can be accepted; this one is ${state}.`);
}

/** Titles that differ only in case and spaces are the same. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
