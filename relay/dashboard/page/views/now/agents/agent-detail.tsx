import { X } from 'lucide-preact';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import type { Agent } from '../../../state/team.ts';
import { useHistory } from '../../../state/history.ts';
import { Runs } from '../feed/runs.tsx';
import type { NowState } from '../now-state.ts';
import { HoldList } from './hold-list.tsx';
import { WorkstreamOf } from './workstream-of.tsx';
import './agent-detail.css';

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
        <Runs history={history} state={state} isOfOne />
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
