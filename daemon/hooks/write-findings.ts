import type { ConventionRule } from '../../shared/conventions/rules.ts';
import type { Blocked } from '../../shared/reservations/also-held.ts';
import type { EditPreview, Meeting } from '../changes/edit-preview.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import type { TrackedReservation } from '../replica/workspace-state.ts';

/** Why a write is denied because of a reservation. */
export interface Collision extends Blocked<TrackedReservation> {
  readonly kind: 'conflict';
  readonly target: RepositoryFile;
  readonly meeting?: Meeting | undefined;
  readonly preview?: EditPreview | undefined;
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
