import { useEffect } from 'preact/hooks';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import type { DecisionRecord, ToldBy } from '../../../../../../shared/decisions/contract.ts';
import { Link } from '../../../kit/link.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import { Part } from '../../../kit/record.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { useRecords } from '../../../state/records.ts';

const words: Readonly<Record<ToldBy, string>> = {
  sync: 'as it synced',
  briefing: 'as it started',
  search: 'in a search',
  ask: 'in an answer to its question',
  hook: 'as it edited the code',
};

const pageSize = 20;
const againMs = 1_500;
/** After these an agent may have been told. The relay notes it some time later. */
const tells: ReadonlySet<LogEvent['type']> = new Set([
  'agent_sync',
  'session_started',
  'decision_stale',
]);

/** DSH-57: the agents that know of it, by the service's own notes. */
export function Told({ decision: { id: decisionId } }: { readonly decision: DecisionRecord }) {
  const { live, href } = usePlace();
  const list = useRecords(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listTold', { id, decision_id: decisionId, limit: pageSize, before }),
          (answer) => answer.told,
        ),
      idOf: ({ session_id: session }) => session,
      changedBy: () => [],
    }),
    [decisionId],
  );
  useAfterTelling(() => void list.load());
  const agents = live.team.value.agents;
  const told = list.items.value;
  return (
    <Part title="Told to agents">
      {told.length === 0 && list.state.value === 'ready' && (
        <p class="faint">No agent yet. They are told as they start, sync, search or edit.</p>
      )}
      <ol class="told" aria-label="Agents that were told">
        {told.map(({ session_id: session, user_name: name, agent_type: type, at, by }) => (
          <li key={session}>
            {agents.has(session) ? (
              <Link
                to={`${href('now')}?agent=${encodeURIComponent(session)}`}
                class="told-who"
                title="At work now"
              >
                <Who name={name} client={type} id={session} />
              </Link>
            ) : (
              <Who name={name} client={type} id={session} />
            )}
            <span class="quiet cut">{words[by]}</span>
            <span class="faint">
              <Ago at={at} />
            </span>
          </li>
        ))}
      </ol>
      <More list={list} />
    </Part>
  );
}

/** Calls once after a burst of events after which somebody may have been told. */
function useAfterTelling(then: () => void): void {
  const { live } = usePlace();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.onEvents((events) => {
      if (!events.some(({ type }) => tells.has(type))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        then();
      }, againMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [live]);
}
