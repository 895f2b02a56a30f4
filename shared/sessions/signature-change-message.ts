import type { EventPayload } from '../contract/events.ts';
import { asData } from '../kernel/display.ts';

type SignatureChange = EventPayload<'signature_changed'>;

const maxCallers = 3;

/** What an agent is told when the signature of a symbol that its code calls has changed. */
export function signatureChangeMessage(
  change: Pick<SignatureChange, 'symbol' | 'callers' | 'old_signature' | 'new_signature' | 'user'>,
): string {
  const callers = change.callers.slice(0, maxCallers).map((id) => `\`${asData(id)}\``);
  const more = change.callers.length - callers.length;
  const list = more > 0 ? `${callers.join(', ')} and ${more} more` : callers.join(', ');
  return (
    `coord: ${asData(change.user, 80)} changed the signature of \`${asData(change.symbol)}\` from ` +
    `\`${asData(change.old_signature, 200)}\` to \`${asData(change.new_signature, 200)}\`; ` +
    `you are working on its ${change.callers.length === 1 ? 'caller' : 'callers'} ${list}. Check that your call still fits.`
  );
}
