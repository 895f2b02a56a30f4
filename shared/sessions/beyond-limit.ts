import type { Refusal } from '../kernel/refusal.ts';
import type { HookAnswer } from './contract.ts';
import { isCheck } from './hook-effects.ts';

/**
 * LIM-3: what a hook event is answered whose user has no requests left. A client takes any other answer to a check for a
 * broken hook, so the check of a write passes and says that it was none.
 */
export function beyondLimit(event: unknown, refusal: Refusal): HookAnswer | Refusal {
  if (!isCheck(event)) return refusal;
  return { permission: 'allow', message: `coord: ${refusal.message} ${unchecked}` };
}

const unchecked =
  'Until then nothing is checked: this write may collide with the work of others. The operator of the relay can raise the tier of the workspace with: coord relay tier';
