import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import { holdName } from '../../../state/names.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago, Left } from '../../../kit/time.tsx';
import { WhoMark } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import type { Agent, Hold } from '../../../state/team.ts';
import type { AtWork } from '../member/member.ts';

const mostHolds = 6;

interface AgentListProps {
  readonly work: AtWork;
  readonly name: string;
}

/** The agents of a member that are at work, with what each holds. */
export function AgentList({ work: { agents, holds }, name }: AgentListProps) {
  return (
    <section aria-labelledby="person-agents">
      <h2 id="person-agents">
        At work now <span class="faint numbers">{agents.length}</span>
        {holds > 0 && <span class="faint numbers person-count">{holds} reserved</span>}
      </h2>
      {agents.length === 0 && (
        <p class="quiet person-none">
          No agent of {shownUser(name)} is at work. One stands here from its first sign on.
        </p>
      )}
      <ul class="person-agents">
        {agents.map((agent) => (
          <AgentItem key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  );
}

function AgentItem({ agent }: { readonly agent: Agent }) {
  const { live, href } = usePlace();
  const all = [...live.team.value.holds.values()];
  const holds = all.filter(({ sessionId }) => sessionId === agent.id);
  const address = `${href('now')}?agent=${encodeURIComponent(agent.id)}`;
  const task = asData(agent.task, 300);
  return (
    <li class="person-agent" data-hue={hueOf(agent.id)}>
      <Link to={address} class="person-agent-line">
        <WhoMark isAgent />
        <span class="cut" title={task}>
          {task === '' ? <span class="faint">No task said</span> : task}
        </span>
        <span class="person-client faint cut">{asData(agent.client)}</span>
        <code class="person-branch faint cut">{shownId(agent.branch)}</code>
        <span class="faint person-ago">
          <Ago at={agent.lastSignAt} />
        </span>
      </Link>
      {holds.length > 0 && (
        <ul class="person-holds" aria-label="What it holds">
          {holds.slice(0, mostHolds).map((hold) => (
            <HoldItem key={hold.key} hold={hold} />
          ))}
          {holds.length > mostHolds && (
            <li>
              <Link to={address}>{holds.length - mostHolds} more</Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function HoldItem({ hold }: { readonly hold: Hold }) {
  return (
    <li class="person-hold">
      <span class="cut">{holdName(hold.symbol)}</span>
      <code class="faint cut" title={shownId(hold.file)}>
        {shownId(hold.file)}
      </code>
      <span class="faint">
        <Left at={hold.expiresAt} />
      </span>
    </li>
  );
}
