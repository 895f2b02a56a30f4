import type { Client } from '../../shared/api/client.ts';
import { limits } from '../../shared/contract/fields.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ReservationRecord } from '../../shared/reservations/contract.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';

/** Asks page by page. `ask` gives the items of one page and the cursor of the next. */
export async function allPages<T>(
  ask: (
    before: string | undefined,
  ) => Promise<{ items: readonly T[]; next: string | undefined } | Refusal>,
): Promise<T[] | Refusal> {
  const found: T[] = [];
  let before: string | undefined;
  do {
    const page = await ask(before);
    if (isRefusal(page)) return page;
    found.push(...page.items);
    before = page.next;
  } while (before !== undefined);
  return found;
}

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
