import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';

/** Whether something that the gate lists may be another one after an event. */
export function mayChangeGate({ type }: LogEvent): boolean {
  return type.startsWith('gate_') || type.startsWith('workstream_');
}
