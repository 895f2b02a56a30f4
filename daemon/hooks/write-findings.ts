import type { Edit } from '../../shared/clients/common/edit.ts';
import type { FileEdit } from '../../shared/clients/common/hook-call.ts';
import type { ConventionRule } from '../../shared/conventions/rules.ts';
import { touch } from '../../shared/reservations/lines.ts';
import { placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import type { Departure } from '../../shared/reservations/colliding-lines.ts';
import type { WholeBecause } from '../../shared/reservations/denial.ts';
import type { Blocked } from '../../shared/reservations/also-held.ts';
import type { EditPreview, Meeting } from '../changes/edit-preview.ts';
import type { RequestFacts } from './hook-bodies.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import type { TrackedReservation } from '../../shared/replica/tracked.ts';
import type { IndexedSymbol } from '../work-trees/work-trees.ts';

/** Why a write is denied because of a reservation. */
export interface Collision extends Blocked<TrackedReservation> {
  readonly kind: 'conflict';
  readonly target: RepositoryFile;
  readonly meeting?: Meeting | undefined;
  /** Undefined where the edit does not fit the file, or is not known. */
  readonly preview?: EditPreview | undefined;
  /** Why all of the file counts as written. */
  readonly wholeBecause?: WholeBecause | undefined;
  /** Whether all of the file was to be written, moved or removed. */
  readonly isOfFile?: boolean | undefined;
  readonly departure?: Departure | undefined;
}

export interface Forbidden {
  readonly kind: 'forbidden';
  readonly target: RepositoryFile;
  readonly rule: ConventionRule;
}

/** What memory says about writing one file. `unclear`: the edit has to be compared with what others have changed. */
export type Finding =
  | { readonly kind: 'free' }
  | Forbidden
  | Collision
  | {
      readonly kind: 'unclear';
      readonly target: RepositoryFile;
      readonly others: readonly TrackedReservation[];
    };

export const free: Finding = { kind: 'free' };

/** What the edit itself is, for the denial to say. */
export function ofEdit(
  preview: EditPreview | 'unfit' | 'unread',
  { edits }: FileEdit,
): Pick<Collision, 'preview' | 'wholeBecause' | 'isOfFile' | 'departure'> {
  const isOfFile = edits?.some(({ kind }) => kind !== 'replace');
  const departure = departureOf(edits?.at(-1));
  if (typeof preview === 'string') return { wholeBecause: preview, isOfFile, departure };
  return { preview, wholeBecause: preview.breaks ? 'unparsed' : undefined, isOfFile, departure };
}

function departureOf(last: Edit | undefined): Departure | undefined {
  if (last?.kind !== 'delete') return undefined;
  return last.moves === true ? 'moved' : 'removed';
}

/** Whether others could be asked for the symbol: of a file that is held whole, what a write would first bring is in no index. */
export function isAskable({ conflict }: Collision, symbols: readonly IndexedSymbol[]): boolean {
  if (conflict.reservation.symbol !== wholeFile) return true;
  const { within } = placeNamed(conflict.symbol);
  return symbols.some(({ name }) => name === within);
}

/** What else of the file could be worked on: its symbols that nobody holds in `live`, away from what was just refused. */
export function freeSymbols(
  { conflict, meeting, preview }: Collision,
  symbols: readonly IndexedSymbol[],
  live: readonly TrackedReservation[],
): readonly string[] {
  const taken = new Set(live.map(({ within }) => within));
  taken.add(placeNamed(conflict.symbol).within);
  if (taken.has(wholeFile)) return [];
  const refused = [...(preview?.regions ?? []), ...(meeting === undefined ? [] : [meeting.here])];
  return symbols
    .filter(({ name, span }) => !taken.has(name) && !refused.some((one) => touch(one, span)))
    .map(({ name }) => name);
}

/** RSV-21: what the relay is told of a denied write: by names, for its lines count in texts that the relay does not have. */
export function denialFacts(denied: Collision | Forbidden): RequestFacts {
  const { path: filePath } = denied.target;
  if (denied.kind === 'forbidden') return { filePath, places: [] };
  const { symbol, reservation } = denied.conflict;
  return { filePath, places: [placeNamed(symbol)], deniedBy: reservation.sessionId };
}
