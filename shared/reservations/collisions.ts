import { inCommonBase, rangesTouch, type LineRange } from './lines.ts';
import { importPlace, isShared, placesOverlap, symbolsOverlap, type Place } from './places.ts';

/**
 * RSV-12: what collides in a workspace. `symbols`: symbols of the symbol graph, and touching lines. `members`: the finest
 * places, and touching lines. `lines`: touching lines only.
 */
export type ConflictPolicy = 'symbols' | 'members' | 'lines';

/**
 * What a session holds: at most one for each file and place (RSV-7). Times are milliseconds of the relay's clock.
 */
export interface Reservation extends Place {
  readonly filePath: string;
  readonly sessionId: string;
  readonly fence: number;
  readonly expiresAt: number;
  /** A wait or a negotiation gave it, so it holds by its name under every policy (RSV-13). */
  readonly asked: boolean;
}

/** A place that somebody wants. One that is `asked` for is to be held by its name. */
export type WantedPlace = Place & { readonly asked?: boolean | undefined };

/** How the changed lines of two places lie: `unknown` when they cannot be compared. */
export type LineRelation =
  | { readonly kind: 'apart' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'touch'; readonly mine?: LineRange | undefined; readonly theirs: LineRange };

export type CompareLines = (wanted: Place, held: Reservation) => LineRelation;

/** By what a decision is made. */
export interface ConflictOptions {
  readonly nowMs: number;
  readonly policy: ConflictPolicy;
  /** Without it `compareSameBase` compares. */
  readonly compareLines?: CompareLines | undefined;
}

/** Why two places collide; `lines` are those of the holder, in the base that its lines count in. */
export type Collision =
  { readonly by: 'name' } | { readonly by: 'lines'; readonly lines: LineRange };

const apart: LineRelation = { kind: 'apart' };
const unknown: LineRelation = { kind: 'unknown' };
const byName: Collision = { by: 'name' };

/**
 * RSV-11, without the contents of the file: lines that count in different bases, and lines of one work tree, pass as apart,
 * because only the daemons can compare them.
 */
export function compareSameBase(wanted: Place, held: Reservation): LineRelation {
  if (wanted.lines === undefined || held.lines === undefined) return unknown;
  const isOneTree = held.lines.tree !== undefined && wanted.lines.tree === held.lines.tree;
  const both = isOneTree ? undefined : inCommonBase(wanted.lines, held.lines);
  if (both === undefined) return apart;
  const { ones, others } = both;
  if (endsBefore(ones, others) || endsBefore(others, ones)) return apart;
  const touching = rangesTouch(ones, others);
  if (touching === undefined) return apart;
  return { kind: 'touch', mine: touching.one, theirs: touching.other };
}

/** Most places of a file lie one after the other, and a write may have many: so their ranges need no comparison. */
function endsBefore(ones: readonly LineRange[], others: readonly LineRange[]): boolean {
  const [last, first] = [ones.at(-1), others[0]];
  return last !== undefined && first !== undefined && last.end < first.start;
}

/** RSV-4, RSV-11 to RSV-14: why the wanted place collides with what another session holds; undefined when it does not. */
export function collisionOf(
  wanted: WantedPlace,
  held: Reservation,
  { policy, compareLines = compareSameBase }: ConflictOptions,
): Collision | undefined {
  const relation = compareLines(wanted, held);
  if (relation.kind === 'touch' && !bothAddImports(relation))
    return { by: 'lines', lines: relation.theirs };
  const isAsked = held.asked || wanted.asked === true || wanted.lines === undefined;
  if (isAsked && placesOverlap(wanted, held)) return byName;
  if (relation.kind !== 'unknown' && policy === 'lines') return undefined;
  // Their names say nothing: where the lines cannot be compared, nothing can.
  const areCounted = wanted.lines !== undefined && held.lines !== undefined;
  if (areCounted && (isShared(wanted) || isShared(held))) return undefined;
  if (onlyAddsImports(wanted) && onlyAddsImports(held)) return undefined;
  return overlapUnder(policy, wanted, held) ? byName : undefined;
}

/** RSV-12: whether two places overlap by their names. */
export function overlapUnder(policy: ConflictPolicy, one: Place, other: Place): boolean {
  return policy === 'symbols' ? symbolsOverlap(one, other) : placesOverlap(one, other);
}

function bothAddImports({ mine, theirs }: Extract<LineRelation, { kind: 'touch' }>): boolean {
  return mine?.addsImports === true && theirs.addsImports === true;
}

function onlyAddsImports({ symbol, lines }: Place): boolean {
  return symbol === importPlace && lines?.ranges.every((range) => range.addsImports) === true;
}
