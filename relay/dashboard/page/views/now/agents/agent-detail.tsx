import { X } from 'lucide-preact';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Ago, Left } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { useAnswer } from '../../../state/record.ts';
import type { Agent } from '../../../state/team.ts';
import { useHistory } from '../../../state/history.ts';
import { Runs } from '../feed/runs.tsx';
import type { NowState } from '../now-state.ts';
import { Link } from '../../../kit/link.tsx';
import { holdName } from '../../../state/names.ts';
import { folderOf } from '../map/tree.ts';
import { Wanted } from '../map/map-card.tsx';
import { usePlace } from '../../../place/place.ts';
import './agents.css';

interface AgentDetailProps {
  /** A session, of an agent that is here or was. */
  readonly id: string;
  readonly state: NowState;
}

/** One agent: what it holds and for how long, where it works, and what it did. */
export function AgentDetail({ id, state }: AgentDetailProps) {
  const { setQuery } = useAddress();
  const history = useHistory(id);
  const agent = state.live.team.value.agents.get(id);
  const lane = state.activity.value.lanes.get(id);
  const name = agent?.user ?? lane?.user;
  const close = () => setQuery({ agent: undefined, part: undefined });
  return (
    <section class="panel feed" aria-labelledby="agent-title">
      <header class="panel-head">
        <h2 id="agent-title" class="cut">
          {name === undefined ? (
            'An agent'
          ) : (
            <Who name={name} client={agent?.client ?? lane?.client ?? ''} id={id} />
          )}
        </h2>
        <span class="faint">
          {agent === undefined ? 'is not here any more' : <Ago at={agent.lastSignAt} />}
        </span>
        <IconButton label="Close" data-escape onClick={close}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <div class="panel-body">
        {agent !== undefined && <Facts agent={agent} />}
        <HoldList id={id} state={state} />
        <h3 class="panel-part">What it did</h3>
        <Runs history={history} state={state} of={id} />
      </div>
    </section>
  );
}

function Facts({ agent }: { readonly agent: Agent }) {
  return (
    <dl class="facts">
      <dt>Task</dt>
      <dd>{asData(agent.task, 1_000) || <span class="faint">none said</span>}</dd>
      <dt>Branch</dt>
      <dd>
        <code>{shownId(agent.branch) || '–'}</code> <WorkstreamOf branch={agent.branch} />
      </dd>
      <dt>File</dt>
      <dd>
        <code>{shownId(agent.file) || '–'}</code>
      </dd>
      <dt>Here for</dt>
      <dd>
        <Ago at={agent.startedAt} />
      </dd>
    </dl>
  );
}

const mostShown = 40;

/** What an agent has reserved, with the time that is left. */
function HoldList({ id, state }: { readonly id: string; readonly state: NowState }) {
  const address = useAddress();
  const holds = state.holdsByAgent.value.get(id) ?? [];
  return (
    <>
      <h3 class="panel-part">
        Holds <span class="faint numbers">{holds.length}</span>
      </h3>
      {holds.length === 0 && (
        <p class="panel-none">Nothing. What it writes is reserved for ten minutes.</p>
      )}
      <ul aria-label="What it holds">
        {holds.slice(0, mostShown).map((hold) => (
          <li key={hold.key} class="hold">
            <b class="cut">{holdName(hold.symbol)}</b>
            <Link
              to={withQuery(address, { in: folderOf(hold.file), part: 'map' })}
              title={shownId(hold.file)}
              class="cut"
            >
              <code>{shownId(hold.file)}</code>
            </Link>
            <Left at={hold.expiresAt} />
            <Wanted hold={hold} state={state} />
          </li>
        ))}
      </ul>
      {holds.length > mostShown && (
        <p class="panel-none">
          And {holds.length - mostShown} more:{' '}
          <Link to={withQuery(address, { as: 'list', part: 'map' })}>all that is reserved</Link>
        </p>
      )}
    </>
  );
}

/** The workstream that has this branch; nothing where none has. */
function WorkstreamOf({ branch }: { readonly branch: string }) {
  const { workspace, href } = usePlace();
  const input = { id: workspace.value.id, status: 'active', brief: true, limit: 200 } as const;
  const active = useAnswer('listWorkstreams', input)?.workstreams ?? [];
  const found = active.find((one) => one.branch === branch);
  if (found === undefined) return null;
  return (
    <Link to={href('work', 'workstreams', found.slug)}>
      {asData(found.title || found.slug, 120)}
    </Link>
  );
}
