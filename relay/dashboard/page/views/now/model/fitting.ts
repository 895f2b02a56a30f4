import { useMemo } from 'preact/hooks';
import { useAddress } from '../../../place/address.ts';
import { fits } from './contests.ts';
import type { NowState } from '../now-state.ts';

/** What an agent did, or a line of the log. */
interface Doing {
  readonly sessionId: string;
  readonly user: string;
  readonly client?: string;
}

/** The agents that fit the search of the list, by session id; undefined while nothing is searched for. */
export function useFitting(state: NowState): ReadonlySet<string> | undefined {
  const words = useAddress().query.get('q')?.trim() ?? '';
  const agents = state.agents.value;
  return useMemo(
    () =>
      words === ''
        ? undefined
        : new Set(agents.filter((agent) => fits(agent, words)).map(({ id }) => id)),
    [agents, words],
  );
}

/** What is not of an agent that fits is dimmed everywhere else. One that has left is judged by its name and client. */
export function useIsDimmed(state: NowState): (doing: Doing) => true | undefined {
  const words = useAddress().query.get('q')?.trim() ?? '';
  return ({ sessionId, user, client = '' }) => {
    if (words === '') return undefined;
    const agent = state.live.team.peek().agents.get(sessionId);
    const isFitting = fits(agent ?? { user, client, task: '', branch: '', file: '' }, words);
    return isFitting ? undefined : true;
  };
}
