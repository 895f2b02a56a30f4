import type { ActionItem } from '../../shared/meetings/results.ts';
import { newId } from '../../shared/node/random-ids.ts';
import type { MeetingRow } from '../store/schema.ts';
import type { FoundAction } from './extracted-items.ts';

/** The action items of a meeting as its row keeps them: each with an id, and for nobody to have confirmed yet. */
export function toColumn(actions: readonly FoundAction[]): string {
  const items = actions.map(({ files, ...one }): ActionItem => ({
    id: newId('actionItem'),
    ...one,
    ...(files.length > 0 && { files: [...files] }),
    state: 'found',
  }));
  return JSON.stringify(items);
}

/** The action items of a meeting. Those of earlier versions have no id of their own: their place is it. */
export function actionsOf({
  action_items: column,
}: Pick<MeetingRow, 'action_items'>): ActionItem[] {
  const items = JSON.parse(column) as (Omit<ActionItem, 'id'> & { id?: string })[];
  return items.map((item, at) => ({ ...item, id: item.id ?? `act_${at + 1}` }));
}
