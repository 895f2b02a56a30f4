import type { Client } from '../../shared/api/client.ts';
import { allPages } from '../../shared/kernel/pages.ts';
import { limits } from '../../shared/contract/fields.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';

/** All pages of a list that has its items alone in its body, and its cursor in a header. */
export function allHeaded<T>(
  ask: (
    before: string | undefined,
    options: { onNextCursor: (cursor: string) => void },
  ) => Promise<readonly T[] | Refusal>,
): Promise<T[] | Refusal> {
  return allPages(async (before) => {
    let next: string | undefined;
    const items = await ask(before, { onNextCursor: (cursor) => void (next = cursor) });
    return isRefusal(items) ? items : { items, next };
  });
}

/** Every live session of the workspace, `limit` at a time. */
export function allSessions(
  client: Client,
  id: string,
  limit: number = limits.liveListMax,
): Promise<SessionRecord[] | Refusal> {
  return allHeaded((before, options) =>
    client.call('listSessions', { id, limit, before }, options),
  );
}

/** Every live reservation of the workspace, `limit` at a time. */
export function allReservations(
  client: Client,
  id: string,
  limit: number = limits.liveListMax,
): Promise<ReservationRecord[] | Refusal> {
  return allHeaded((before, options) =>
    client.call('listReservations', { id, limit, before }, options),
  );
}
