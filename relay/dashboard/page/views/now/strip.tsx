import type { ComponentChildren } from 'preact';
import { figures } from '../../kit/lists/counts.ts';
import { Link } from '../../kit/link.tsx';
import { timeOfDay } from '../../kit/dates.ts';
import { usePlace } from '../../place/place.ts';
import { countSince } from './model/activity.ts';
import { comingConflicts } from './model/contests.ts';
import type { NowState } from './now-state.ts';

const hourMs = 3_600_000;

/** What matters, in numbers. */
export function Strip({ state }: { readonly state: NowState }) {
  const { live, href } = usePlace();
  const { agents, holds } = live.team.value;
  const minute = state.minute.value;
  const denials = countSince(state.activity.value, 'denials', minute - hourMs);
  const overwrites = countSince(state.activity.value, 'overwrites', minute - hourMs);
  const ahead = comingConflicts(state.troubles.value, minute).length;
  const waiting = live.counts.value?.waiting.total ?? 0;
  return (
    <ul class="now-strip" aria-label="In numbers">
      <Figure count={agents.size}>{agents.size === 1 ? 'agent' : 'agents'}</Figure>
      <Figure count={holds.size}>reserved</Figure>
      <Figure
        count={denials}
        tone={denials > 0 ? 'bad' : 'plain'}
        title={`Writes that did not happen since ${timeOfDay(minute - hourMs)}: another agent held the place, or a rule forbids them`}
      >
        denied in 1 h
      </Figure>
      {overwrites > 0 && (
        <Figure
          count={overwrites}
          tone="bad"
          title={`Writes that happened since ${timeOfDay(minute - hourMs)} while another agent held the place`}
        >
          wrote over in 1 h
        </Figure>
      )}
      <Figure
        count={ahead}
        tone={ahead > 0 ? 'warn' : 'plain'}
        title="Conflicts that merging would bring"
      >
        {ahead === 1 ? 'conflict ahead' : 'conflicts ahead'}
      </Figure>
      <Figure count={waiting} to={href('inbox')}>
        {waiting === 1 ? 'waits for a person' : 'wait for a person'}
      </Figure>
    </ul>
  );
}

interface FigureProps {
  readonly count: number;
  readonly tone?: 'plain' | 'bad' | 'warn';
  readonly title?: string;
  readonly to?: string;
  readonly children: ComponentChildren;
}

function Figure({ count, tone = 'plain', title, to, children }: FigureProps) {
  const words = (
    <>
      <b class="numbers">{figures(count)}</b> {children}
    </>
  );
  return (
    <li data-tone={tone} title={title}>
      {to === undefined ? words : <Link to={to}>{words}</Link>}
    </li>
  );
}
