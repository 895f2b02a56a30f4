import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { usePlace } from '../../../place/place.ts';
import { useAnswer } from '../../../state/answer.ts';
import { changedBy } from './filter.ts';

/** The areas of the newest decisions, in the order of their names, with the one that is open. */
export function useAreas(open: string | undefined): readonly string[] {
  const { workspace } = usePlace();
  const input = { id: workspace.value.id, kinds: 'area' };
  const isChangedBy = (event: LogEvent) => changedBy(event).length > 0;
  const known = useAnswer('graph', input, { isChangedBy })?.nodes ?? [];
  const names = new Set(known.map(({ label }) => label));
  if (open !== undefined) names.add(open);
  return [...names].sort((a, b) => a.localeCompare(b));
}
