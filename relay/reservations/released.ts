import type { DraftEvent } from '../../shared/contract/events/events.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';

type Released = DraftEvent & { type: 'file_released' };

/** Who lost it: the session, and its user and client where they are known (SES-7). */
export interface LosingSession {
  readonly sessionId: string;
  readonly userName?: string | undefined;
  readonly agentType?: string | undefined;
}

/**
 * The events that tell of what a session lost in one file. In an event no symbols mean the whole file, so that has one of its
 * own where other places are lost beside it.
 */
export function releasedEvents(
  file: string,
  symbols: readonly string[],
  { holder, reason }: { readonly holder: LosingSession; readonly reason: Released['reason'] },
): Released[] {
  const { sessionId, userName, agentType } = holder;
  const others = symbols.filter((symbol) => symbol !== wholeFile);
  const groups = [symbols.includes(wholeFile) ? [wholeFile] : [], others];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      type: 'file_released',
      file,
      symbols: symbolIdsUnlessWhole(file, group),
      session_id: sessionId,
      reason,
      ...(userName !== undefined && { by: userName }),
      ...(agentType !== undefined && { agent_type: agentType }),
    }));
}
