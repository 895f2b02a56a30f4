import type { EventPayload } from '../contract/events/events.ts';
import { inCode, shownUser } from '../kernel/display.ts';

type SignatureChange = EventPayload<'signature_changed'>;

const maxCallers = 3;

/** What an agent is told when the signature of a symbol that its code calls has changed. */
export function signatureChangeMessage(
  change: Pick<SignatureChange, 'symbol' | 'callers' | 'old_signature' | 'new_signature' | 'user'>,
): string {
  const callers = change.callers.slice(0, maxCallers).map((id) => inCode(id));
  const more = change.callers.length - callers.length;
  const list = more > 0 ? `${callers.join(', ')} and ${more} more` : callers.join(', ');
  return (
    `coord: ${shownUser(change.user)} changed the signature of ${inCode(change.symbol)} from ` +
    `${inCode(change.old_signature)} to ${inCode(change.new_signature)}; ` +
    `you are working on its ${change.callers.length === 1 ? 'caller' : 'callers'} ${list}. Check that your call still fits.`
  );
}
