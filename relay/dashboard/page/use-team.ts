import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import type { FeedEvent } from '../../../shared/feed/sentence.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { follow } from './follow.ts';
import { loadTeam, type Team } from './team.ts';

export interface WorkspacePlace {
  readonly client: Client;
  readonly secret: string;
  readonly workspaceId: string;
  onTurnedDown(): void;
}

export interface LiveTeam {
  readonly team: Team | undefined;
  /** The newest first. */
  readonly events: readonly FeedEvent[];
  readonly isLive: boolean;
  /** Why the team could not be asked for; empty when it could. */
  readonly problem: string;
  refresh(): void;
}

const maxEvents = 100;
/** Events come in bursts, and one question answers for all of them. */
const gatherMs = 300;
/** Minutes go by without an event. */
const refreshEveryMs = 20_000;

/** The team as it is now: the feed tells that something changed, and the lists are asked for again. */
export function useTeam({ client, secret, workspaceId, onTurnedDown }: WorkspacePlace): LiveTeam {
  const [team, setTeam] = useState<Team>();
  const [events, setEvents] = useState<readonly FeedEvent[]>([]);
  const [isLive, setLive] = useState(false);
  const [problem, setProblem] = useState('');
  const gathering = useRef<number | undefined>(undefined);
  const load = useCallback(async () => {
    gathering.current = undefined;
    const loaded = await loadTeam(client, workspaceId);
    setProblem(isRefusal(loaded) ? loaded.message : '');
    if (!isRefusal(loaded)) setTeam(loaded);
  }, [client, workspaceId]);
  const refresh = useCallback(() => {
    gathering.current ??= setTimeout(load, gatherMs);
  }, [load]);
  useEffect(() => {
    const stop = new AbortController();
    const onEvent = (event: FeedEvent) => {
      setEvents((known) => [event, ...known].slice(0, maxEvents));
      refresh();
    };
    const onState = (live: boolean) => {
      setLive(live);
      refresh();
    };
    void follow({ secret, workspaceId, signal: stop.signal, onEvent, onState, onTurnedDown });
    const again = setInterval(refresh, refreshEveryMs);
    return () => {
      stop.abort();
      clearInterval(again);
    };
  }, [secret, workspaceId, refresh]);
  return { team, events, isLive, problem, refresh };
}
