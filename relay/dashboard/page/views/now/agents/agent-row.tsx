import { CircleSlash, GitMerge, Handshake, Hourglass, PenLine } from 'lucide-preact';
import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import type { Agent } from '../../../state/team.ts';
import type { AgentTrouble } from '../model/order.ts';
import type { NowState } from '../now-state.ts';
import { Pulse } from './pulse.tsx';

const troubles: Record<AgentTrouble, { readonly label: string; readonly Icon: typeof GitMerge }> = {
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
export function AgentRow({ agent, state }: AgentRowProps) {
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

function Trouble({ trouble }: { readonly trouble: AgentTrouble | undefined }) {
  if (trouble === undefined) return <span />;
  const { label, Icon } = troubles[trouble];
  return (
    <span class="agent-trouble" data-kind={trouble} title={label} role="img" aria-label={label}>
      <Icon size={14} aria-hidden />
    </span>
  );
}
