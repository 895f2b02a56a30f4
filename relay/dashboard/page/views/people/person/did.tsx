import { useMemo } from 'preact/hooks';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { Pick } from '../../../kit/forms/field.tsx';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import { timeOfDay, wholeTime } from '../../../kit/dates.ts';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import type { History } from '../../../state/history.ts';
import { runsOf } from '../../../state/runs.ts';
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
