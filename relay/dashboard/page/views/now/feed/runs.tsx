import { useMemo } from 'preact/hooks';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { More } from '../../../kit/lists/rows.tsx';
import { timeOfDay, wholeTime } from '../../../kit/dates.ts';
import { WhoMark } from '../../../kit/who.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { runsOf, type Line, type Run } from '../../../state/runs.ts';
import { type History, useHistory } from '../../../state/history.ts';
import { useIsDimmed } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import './feed.css';

interface RunsProps {
  readonly history: History;
  readonly state: NowState;
  /** The session that all of it is about; its name stands above, and is not said again. */
  readonly of?: string;
}

/** Lines of the log: who, where somebody else did something before, when, and what. */
export function Runs({ history, state, of }: RunsProps) {
  const events = history.items.value;
  const names = state.names.value;
  const runs = useMemo(() => runsOf(events, names, state.me), [events, names]);
  const isAlone =
    of === undefined && runs.every(({ user }) => user === '' || user === runs[0]?.user);
  return (
    <>
      {runs.length === 0 && history.state.value === 'ready' && (
        <p class="panel-none">Nothing yet.</p>
      )}
      <ol
        class="runs"
        aria-label="What happened, the newest first"
        data-of-one={of !== undefined || undefined}
      >
        {runs.map((run) => (
          <RunLines key={run.key} {...{ run, state, isAlone }} isNamed={run.sessionId !== of} />
        ))}
      </ol>
      <More list={history} />
    </>
  );
}

interface RunLinesProps {
  readonly run: Run;
  readonly state: NowState;
  /** Everything was done by agents of one person: their client and task tell them apart. */
  readonly isAlone: boolean;
  /** Whether who did it stands beside. */
  readonly isNamed: boolean;
}

function RunLines({ run, state, isAlone, isNamed }: RunLinesProps) {
  const address = useAddress();
  const { user, sessionId } = run;
  const isDimmed = useIsDimmed(state);
  const { client, task } = agentOf(sessionId, state);
  const shown = isAlone && client !== '' ? asData(client) : shownUser(user);
  const whose = [shownUser(user), asData(client), asData(task, 300)].filter(Boolean).join(' · ');
  return (
    <li class="run" data-dimmed={isDimmed(run)} data-hue={hueOf(sessionId || user)}>
      {isNamed && user !== '' && (
        <span class="run-who" title={whose}>
          <WhoMark isAgent={sessionId !== ''} />
          {sessionId === '' ? (
            <span class="cut">{shown}</span>
          ) : (
            <Link to={withQuery(address, { agent: sessionId })} class="cut">
              {shown}
            </Link>
          )}
        </span>
      )}
      <ul>
        {isAlone && task !== '' && <li class="run-task faint cut">{asData(task, 300)}</li>}
        {run.lines.map((line) => (
          <RunLine key={line.key} line={line} />
        ))}
      </ul>
    </li>
  );
}

/** Also of one that has left; empty where nothing is known. */
function agentOf(sessionId: string, { live, activity }: NowState) {
  const agent = live.team.value.agents.get(sessionId);
  const client = agent?.client ?? activity.value.lanes.get(sessionId)?.client ?? '';
  return { client, task: agent?.task ?? '' };
}

function RunLine({ line }: { readonly line: Line }) {
  const { href } = usePlace();
  const { record, text, sentence, times, at } = line;
  return (
    <li class="run-line" data-tone={line.tone}>
      <time class="faint numbers" dateTime={at} title={wholeTime(Date.parse(at))}>
        {timeOfDay(Date.parse(at))}
      </time>
      <span class="run-text cut" title={sentence}>
        {record === undefined ? text : <Link to={href(...record)}>{text}</Link>}
        {times > 1 && <span class="faint numbers"> ×{times}</span>}
      </span>
    </li>
  );
}

/** What happens, by agents, the newest first; further back page by page. */
export function Feed({ state }: { readonly state: NowState }) {
  const history = useHistory();
  return (
    <section class="panel feed" aria-labelledby="feed-title">
      <header class="panel-head">
        <h2 id="feed-title">What happens</h2>
      </header>
      <div class="panel-body">
        <Runs history={history} state={state} />
      </div>
    </section>
  );
}
