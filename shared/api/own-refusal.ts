import type { Refusal } from '../kernel/refusal.ts';

/** Whether the service itself said no in its own words; else something between said it, or what came was no answer. */
export function isOwnRefusal({ details }: Refusal): boolean {
  return details['status'] === undefined && details['operation'] === undefined;
}
