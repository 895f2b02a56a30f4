import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { topLevelOf } from '../../shared/kernel/symbol-id.ts';
import { digestOf } from '../../shared/node/digest.ts';
import { namedSymbols, type NamedSymbol, nearSymbols } from './named-symbols.ts';
import type { DecisionState } from '../../shared/decisions/contract.ts';

/** A symbol that a decision is about, with its meaning hash when the decision was made or last reaffirmed. */
export interface Link {
  readonly symbol: string;
  readonly meaningHash: string;
}

export const maxLinks = 500;

/** What the graph has of the files of a decision. */
export interface InFiles {
  readonly symbols: readonly NamedSymbol[];
  /** The paths of those that it has, also without a symbol. */
  readonly files: readonly string[];
  /** The links of the decision whose files these are, where they were taken over (DEC-20). */
  readonly earlier?: readonly Link[];
  /** The keys of what the session that decides has written. */
  readonly written?: ReadonlySet<string>;
}

/**
 * DEC-3, DEC-7: the symbols that the text names, else what the decision before was linked to, else those that the session that decides has written (`written`, by key), else
 * those that are near the text, else the files as wholes.
 */
export function linksFor(
  text: string,
  { symbols, files, earlier = [], written = new Set() }: InFiles,
): Link[] {
  return firstFilled<Link>(
    () => namedSymbols(text, symbols).map(linkTo),
    () => earlier,
    () => symbols.filter(({ key }) => written.has(key)).map(linkTo),
    () => nearSymbols(text, symbols).map(linkTo),
    () => fileLinks(symbols, files),
  ).slice(0, maxLinks);
}

export function linkTo({ id, meaningHash }: NamedSymbol): Link {
  return { symbol: id, meaningHash };
}

/** DEC-9: a link to each file, under the id of its top level; its hash is of the signatures that other files can use. */
export function fileLinks(symbols: readonly NamedSymbol[], files: readonly string[]): Link[] {
  const byFile = new Map(files.map((file): [string, string[]] => [file, []]));
  for (const { file, name, exported, signatureHash } of symbols) {
    const signatures = byFile.get(file) ?? [];
    byFile.set(file, signatures);
    if (exported) signatures.push(`${name} ${signatureHash}`);
  }
  return [...byFile].slice(0, maxLinks).map(([file, signatures]) => {
    return { symbol: topLevelOf(file), meaningHash: digestOf(signatures.sort().join('\n')) };
  });
}

function firstFilled<T>(...lists: readonly (() => readonly T[])[]): readonly T[] {
  for (const list of lists) {
    const found = list();
    if (found.length > 0) return found;
  }
  return [];
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
    const text =
      found.supersededBy === undefined
        ? `${id} has ended: it was dropped. Leave supersedes out.`
        : `${id} was superseded by ${found.supersededBy} already. Supersede the newer one.`;
    return refuse('Conflict', text, { field: 'supersedes' });
  }
  return [...new Set([id, ...stale])];
}

/** How long what a session writes counts as carrying out what it has decided. */
export const carryingOutMs = 60 * 60_000;

/** Who has recorded a decision, and who has reaffirmed it last, by session; empty when it is not known. */
export interface Deciders {
  readonly session_id: string;
  readonly created_at: number;
  readonly reaffirmed_session: string;
  readonly reaffirmed_at: number | null;
}

/** DEC-10: whether the session decided so itself within the last hour: then its edits carry out the decision. */
export function isCarryingOut(decision: Deciders, sessionId: string, nowMs: number): boolean {
  if (sessionId === '') return false;
  const { session_id, created_at, reaffirmed_session, reaffirmed_at } = decision;
  const isRecent = (atMs: number) => nowMs - atMs < carryingOutMs;
  return (
    (session_id === sessionId && isRecent(created_at)) ||
    (reaffirmed_session === sessionId && reaffirmed_at !== null && isRecent(reaffirmed_at))
  );
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

/** DEC-15: what counts is replaced, not turned down. */
export function refuseDecline(state: DecisionState): Refusal | undefined {
  if (state === 'proposed') return undefined;
  const instead =
    state === 'ended'
      ? 'It has ended already.'
      : 'Record a new decision that supersedes it instead.';
  return refuse(
    'Conflict',
    `Only a proposed decision can be turned down; this one is ${state}. ${instead}`,
  );
}

/** Titles that differ only in case and spaces are the same. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
