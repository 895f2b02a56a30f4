import type { OwnCode } from './own-code.ts';
import type { Place, PlaceNode } from './place.ts';

/** All places of a text: in `places` containers before their parts, in `tree` only those that are in no other. */
export interface FilePlaces {
  readonly text: string;
  readonly places: readonly Place[];
  readonly tree: readonly PlaceNode[];
  readonly ownCode: OwnCode;
}
