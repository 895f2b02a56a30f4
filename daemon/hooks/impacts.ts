import type { EventPayload, LogEvent } from '../../shared/contract/events.ts';
import { asData } from '../../shared/kernel/display.ts';
import type { HookContext } from './context.ts';

type SignatureChange = EventPayload<'signature_changed'>;

const mostCallers = 3;

/** Tells this user's agents, with their next hook answer, that what their code calls has another signature now. */
export function tellImpacts(
  { replica, notices }: Pick<HookContext, 'replica' | 'notices'>,
  events: readonly LogEvent[],
): void {
  for (const event of events) {
    if (event.type !== 'signature_changed') continue;
    for (const id of event.sessions) {
      const session = replica.session(id);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      notices.add(session, impactMessage(event));
    }
  }
}

function impactMessage(
  change: Pick<SignatureChange, 'symbol' | 'callers' | 'old_signature' | 'new_signature' | 'user'>,
): string {
  const callers = change.callers.slice(0, mostCallers).map((id) => `\`${asData(id)}\``);
  const more = change.callers.length - callers.length;
  const list = more > 0 ? `${callers.join(', ')} and ${more} more` : callers.join(', ');
  return (
    `coord: ${asData(change.user, 80)} changed the signature of \`${asData(change.symbol)}\` from ` +
    `\`${asData(change.old_signature, 200)}\` to \`${asData(change.new_signature, 200)}\`; ` +
    `you are working on its ${change.callers.length === 1 ? 'caller' : 'callers'} ${list}. Check that your call still fits.`
  );
}
