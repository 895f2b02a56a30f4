import { useSignal, type Signal } from '@preact/signals';
import { Windowed, laneRem } from '../../../kit/lists/windowed.tsx';
import { timeOfDay } from '../../../kit/dates.ts';
import { firstSlot } from '../model/activity.ts';
import type { NowState } from '../now-state.ts';
import { LaneRow } from './lane-row.tsx';
import './timeline.css';

const hourMs = 3_600_000;
/** A time further right would stand on `now`. */
const lastLabel = 0.88;

/** What each agent did in the last hours: how much it wrote, what was denied, what was decided and recorded. */
export function Timeline({ state }: { readonly state: NowState }) {
  const readout = useSignal('');
  return (
    <section class="panel timeline" aria-labelledby="timeline-title">
      <header class="panel-head">
        <h2 id="timeline-title">The last hours</h2>
        <Readout text={readout} />
        <Legend />
      </header>
      <Windowed
        label="Agents and what they did in the last four hours"
        items={state.lanes.value}
        rowHeight={laneRem}
        keyOf={({ key }) => key}
        behind={<Axis state={state} />}
        row={(lane) => <LaneRow lane={lane} state={state} readout={readout} />}
      />
    </section>
  );
}

/** What is under the pointer, or at the key's place. */
function Readout({ text }: { readonly text: Signal<string> }) {
  return (
    <span class="timeline-readout cut numbers" role="status">
      {text.value}
    </span>
  );
}

const marks = [
  ['edits', 'edits'],
  ['denials', 'denied'],
  ['overwrites', 'wrote over'],
  ['decisions', 'decided'],
  ['commits', 'committed'],
] as const;

function Legend() {
  return (
    <ul class="timeline-legend" aria-label="What the marks mean">
      {marks.map(([kind, word]) => (
        <li key={kind}>
          <i class="lane-mark" data-kind={kind} aria-hidden="true" /> {word}
        </li>
      ))}
    </ul>
  );
}

/** The hours, and now at the right end. */
function Axis({ state }: { readonly state: NowState }) {
  const slotMs = state.slotMs.value;
  const slots = state.slots.value;
  const from = firstSlot({ slotMs, slots }, state.minute.value) * slotMs;
  const length = slots * slotMs;
  const firstHour = Math.ceil(from / hourMs) * hourMs;
  const hours = Array.from(
    { length: Math.ceil(length / hourMs) },
    (_, at) => firstHour + at * hourMs,
  );
  const placed = hours
    .map((hour) => ({ hour, at: (hour - from) / length }))
    .filter(({ at }) => at < 1);
  return (
    <>
      <div class="axis-lines" aria-hidden="true">
        <div>
          {placed.map(({ hour, at }) => (
            <i key={hour} style={{ left: `${at * 100}%` }} />
          ))}
          <i data-now />
        </div>
      </div>
      <div class="axis" aria-hidden="true">
        <div class="axis-track">
          {placed.map(({ hour, at }) => (
            <span key={hour} class="axis-hour" style={{ left: `${at * 100}%` }}>
              {at < lastLabel && timeOfDay(hour)}
            </span>
          ))}
          <span class="axis-now">now</span>
        </div>
      </div>
    </>
  );
}
