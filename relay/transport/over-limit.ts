import type { OperationName } from '../../shared/api/operations.ts';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { isCheck } from '../../shared/sessions/hook-effects.ts';

/**
 * LIM-3: what a request beyond the limit is answered. A client takes any other answer to a check for a broken hook, so the
 * check of a write passes and says that it was none.
 */
export function beyondLimit(
  name: OperationName,
  body: unknown,
  refusal: Refusal,
): HookAnswer | Refusal {
  const event = name === 'hook' ? (body as { event?: unknown } | null | undefined)?.event : '';
  if (!isCheck(event)) return refusal;
  return { permission: 'allow', message: `coord: ${refusal.message} ${unchecked}` };
}

const unchecked =
  'Until then nothing is checked: this write may collide with the work of others. The operator of the relay can raise the tier of the workspace with: coord relay tier';
