import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import { usePlace } from '../../place/place.ts';
import { useAnswer } from '../../state/record.ts';
import { isAbout, settledBy, settlingTypes, type Settled } from './model/settled.ts';

export type Over = Pick<Settled, 'words'> & Partial<Settled>;

interface Named {
  readonly kind: string | undefined;
  readonly id: string | undefined;
}

/** By whom an item was settled, out of the log; undefined while it waits. */
export function useOver({ kind, id }: Named, isWaiting: boolean): Over | undefined {
  const { live, workspace } = usePlace();
  const wanted = kind !== undefined && id !== undefined && !isWaiting ? { kind, id } : undefined;
  const fresh = wanted && settlementIn(live.log.value, wanted);
  const isAsked = wanted !== undefined && fresh === undefined;
  const older = useAnswer(
    'listEvents',
    isAsked
      ? { id: workspace.value.id, type: [...settlingTypes], limit: 50, ...aboutOf(kind, id) }
      : undefined,
  );
  if (wanted === undefined) return undefined;
  const found = fresh ?? (older && settlementIn(older.events, wanted));
  if (found !== undefined) return found;
  return older === undefined ? undefined : { words: 'The log does not say how it ended.' };
}

function settlementIn(
  events: readonly LogEvent[],
  { kind, id }: { kind: string; id: string },
): Settled | undefined {
  for (const event of events) {
    const found = settledBy(event).find((settled) => isAbout(settled, kind, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the events of an item name; those of a branch name nothing of its address. */
function aboutOf(kind: string | undefined, id = ''): { about?: string } {
  if (kind === 'branch' || id === '') return {};
  return { about: kind === 'result' ? id.slice(id.indexOf('.') + 1) : id };
}
