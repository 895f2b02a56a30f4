import { SearchField } from '../../../kit/forms/field.tsx';
import { Windowed, rowRem } from '../../../kit/lists/windowed.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { useFitting } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import { CircleSlash, GitMerge, Handshake, Hourglass, PenLine } from 'lucide-preact';
import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import type { Agent } from '../../../state/team.ts';
import type { ContestKind } from '../model/contests.ts';
import { useComputed } from '@preact/signals';
import { pulseOf } from '../model/activity.ts';
import './agents.css';

/** Everybody who is here, one line each: those with trouble first, then who was active last. */
export function AgentsPane({ state }: { readonly state: NowState }) {
  const { query, setQuery } = useAddress();
  const words = query.get('q') ?? '';
  const all = state.agents.value;
  const fitting = useFitting(state);
  const shown = fitting === undefined ? all : all.filter(({ id }) => fitting.has(id));
  const isFiltered = shown.length < all.length;
  return (
    <section class="panel agents" aria-labelledby="agents-title">
      <header class="panel-head">
        <h2 id="agents-title">Agents at work</h2>
        <span class="faint numbers">
          {isFiltered ? `${shown.length} of ${all.length}` : all.length}
        </span>
        <SearchField
          label="Person, client, task, branch"
          value={words}
          onInput={(value) => setQuery({ q: value })}
        />
      </header>
      {shown.length === 0 ? (
        <p class="panel-none">
          {all.length === 0
            ? 'Nobody is active. An agent stands here from its first sign of work in a clone with a daemon.'
            : 'No agent fits.'}
        </p>
      ) : (
        <Windowed
          label="Agents"
          items={shown}
          rowHeight={rowRem}
          keyOf={({ id }) => id}
          row={(agent) => <AgentRow agent={agent} state={state} />}
        />
      )}
    </section>
  );
}

const troubles: Record<ContestKind, { readonly label: string; readonly Icon: typeof GitMerge }> = {
  denied: { label: 'A write was denied in the last ten minutes', Icon: CircleSlash },
  overwrote: {
    label: 'Wrote over what another agent held, in the last ten minutes',
    Icon: PenLine,
  },
  negotiated: { label: 'In a negotiation', Icon: Handshake },
  forecast: { label: 'Will conflict with another branch', Icon: GitMerge },
  waited: { label: 'Waits for something that is reserved', Icon: Hourglass },
};

interface AgentRowProps {
  readonly agent: Agent;
  readonly state: NowState;
}

/** One agent: who, in what, on which task and branch, how busy, and since when nothing came. A press opens it. */
function AgentRow({ agent, state }: AgentRowProps) {
  const address = useAddress();
  const isOpen = address.query.get('agent') === agent.id;
  const task = asData(agent.task, 300);
  return (
    <Link
      to={withQuery(address, isOpen ? { agent: '', part: '' } : { agent: agent.id, part: 'feed' })}
      data-row
      class="agent-row"
      data-hue={hueOf(agent.id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="agent-mark" aria-hidden="true" />
      <span class="agent-who cut">{shownUser(agent.user)}</span>
      <span class="agent-client cut">{asData(agent.client)}</span>
      <Trouble trouble={state.troubled.value.get(agent.id)} />
      <span class="agent-task cut" title={task}>
        {task === '' ? <span class="faint">no task said</span> : task}
      </span>
      <code class="agent-branch cut" title={shownId(agent.branch)}>
        {shownId(state.shortBranch.value(agent.branch))}
      </code>
      <Pulse id={agent.id} state={state} />
      <span class="agent-ago faint">
        <Ago at={agent.lastSignAt} />
      </span>
    </Link>
  );
}

function Trouble({ trouble }: { readonly trouble: ContestKind | undefined }) {
  if (trouble === undefined) return <span />;
  const { label, Icon } = troubles[trouble];
  return (
    <span class="agent-trouble" data-kind={trouble} title={label} role="img" aria-label={label}>
      <Icon size={14} aria-hidden />
    </span>
  );
}

const minutes = 30;
const height = 14;
const barWidth = 1.5;
/** As many writes in a minute as fill the height. */
const most = 4;

/** What an agent wrote in each of the last thirty minutes. */
function Pulse({ id, state }: { readonly id: string; readonly state: NowState }) {
  // Drawn again when it looks different, not at everybody's edits.
  const path = useComputed(() => {
    const { lanes, slotMs } = state.activity.value;
    const last = Math.floor(state.minute.value / slotMs);
    return barsOf(pulseOf(lanes.get(id), last, minutes));
  });
  return (
    <svg class="pulse" viewBox={`0 0 ${minutes * barWidth} ${height}`} aria-hidden="true">
      <path d={`M0 ${height - 0.5}h${minutes * barWidth}`} class="pulse-ground" />
      <path d={path.value} class="pulse-bars" />
    </svg>
  );
}

function barsOf(counts: readonly number[]): string {
  return counts
    .map((count, at) => {
      if (count === 0) return '';
      const high = Math.max(3, Math.min(1, count / most) * (height - 1));
      return `M${at * barWidth} ${height}v${-high}h${barWidth - 0.5}v${high}z`;
    })
    .join('');
}
