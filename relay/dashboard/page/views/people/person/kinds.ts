import type { EventType, LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { Agent } from '../../../state/team.ts';

export interface Kind {
  /** In the address. */
  readonly value: string;
  readonly label: string;
  /** As `listEvents` takes them; empty for all. */
  readonly types: string;
}

const types = (...names: EventType[]): string => names.join(',');

/** What can be shown of what somebody did. */
export const kinds: readonly Kind[] = [
  { value: '', label: 'Everything', types: '' },
  { value: 'edits', label: 'Edits', types: types('file_reserved', 'file_released') },
  { value: 'denials', label: 'Denied and wrote over', types: types('conflict_detected') },
  {
    value: 'decisions',
    label: 'Decisions',
    types: types(
      'decision_recorded',
      'decision_proposed',
      'decision_superseded',
      'decision_reaffirmed',
    ),
  },
  {
    value: 'work',
    label: 'Tasks and commits',
    types: types(
      'task_created',
      'task_claimed',
      'task_changed',
      'task_done',
      'gate_approved',
      'gate_failed',
      'gate_dismissed',
      'gate_retracted',
    ),
  },
];

export function kindOf(value: string | null): Kind {
  return kinds.find((kind) => kind.value === value) ?? { value: '', label: '', types: '' };
}

interface Named {
  readonly by?: string;
  readonly user?: string;
  readonly user_id?: string;
  readonly session_id?: string;
  readonly initiator?: string;
}

/** Whether an event that comes now belongs to what somebody did, as `listEvents` would answer it (FED-5). */
export function isBy(
  event: LogEvent,
  who: { readonly id: string; readonly name: string },
  agents: ReadonlyMap<string, Agent>,
  kind: Kind,
): boolean {
  if (kind.types !== '' && !kind.types.split(',').includes(event.type)) return false;
  const { by, user, user_id: userId, session_id: session = '', initiator } = event as Named;
  const owner = userId ?? agents.get(session)?.userId;
  return owner === undefined ? (by ?? user ?? initiator) === who.name : owner === who.id;
}
