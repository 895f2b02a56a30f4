import { shownId } from '../../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Call } from '../../kernel/handlers.ts';

/** MTG-24: two people may number their pieces alike. */
export function nameFor({ caller }: Call, piece: string): string {
  return piece === '' ? '' : `${caller.userId} ${piece}`;
}

/** A Conflict that says what to do instead. */
export function otherPiece(name: string): Refusal {
  return refuse(
    'Conflict',
    `You have sent another text as ${shownId(name)} in this meeting, so this one was not written down. Send it under an id of its own.`,
  );
}
