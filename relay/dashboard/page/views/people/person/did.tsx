import { useMemo } from 'preact/hooks';
import { asData, shownUser, shownId } from '../../../../../../shared/kernel/display.ts';
import { Pick } from '../../../kit/forms/field.tsx';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import { timeOfDay, wholeTime } from '../../../kit/dates.ts';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import type { History } from '../../../state/history.ts';
import { runsOf } from '../../../state/runs.ts';
import { holdName } from '../../../state/names.ts';
import { Ago, Left } from '../../../kit/time.tsx';
import { WhoMark } from '../../../kit/who.tsx';
import type { Agent, Hold } from '../../../state/team.ts';
import type { AtWork } from '../member/member.ts';
import { daysOf, type Deed } from './days.ts';
import { kinds } from './kinds.ts';

interface DidProps {
  readonly history: History;
  readonly kind: string;
  readonly name: string;
}

/** What a member and their agents did, by days, the newest first. */
export function Did({ history, kind, name }: DidProps) {
  const { live, me } = usePlace();
  const { setQuery } = useAddress();
  const events = history.items.value;
  const { agents } = live.team.value;
  const days = useMemo(() => {
    const names = new Map([...agents.values()].map((agent) => [agent.id, agent.user]));
    return daysOf(runsOf(events, names, me.name));
  }, [events]);
  const isReady = history.state.value === 'ready';
  return (
    <section aria-labelledby="person-did">
      <header class="person-did-head">
        <h2 id="person-did">What they did</h2>
        <Pick label="Show" value={kind} options={kinds} onPick={(show) => setQuery({ show })} />
      </header>
      {days.length === 0 && isReady && (
        <p class="quiet person-none">
          {kind === ''
            ? `Nothing yet. What ${shownUser(name)} and their agents write, decide and commit is kept here for 30 days.`
            : 'Nothing of this kind.'}
        </p>
      )}
      {days.map(({ day, deeds }) => (
        <section key={day} class="person-day">
          <h3>{day}</h3>
          <ol>
            {deeds.map((deed) => (
              <DeedLine key={deed.line.key} deed={deed} />
            ))}
          </ol>
        </section>
      ))}
      <More list={history} />
    </section>
  );
}

function DeedLine({ deed: { line, sessionId } }: { readonly deed: Deed }) {
  const { href, live } = usePlace();
  const client = live.team.value.agents.get(sessionId)?.client;
  return (
    <li class="person-deed" data-tone={line.tone} data-hue={hueOf(sessionId)}>
      <time class="faint numbers" dateTime={line.at} title={wholeTime(Date.parse(line.at))}>
        {timeOfDay(Date.parse(line.at))}
      </time>
      <span
        class="who-mark"
        data-agent
        data-none={sessionId === '' || undefined}
        title={client && asData(client)}
      />
      <span class="person-deed-text" title={line.text}>
        {line.record === undefined ? line.text : <Link to={href(...line.record)}>{line.text}</Link>}
        {line.times > 1 && <span class="faint numbers"> ×{line.times}</span>}
      </span>
    </li>
  );
}

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
