import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { timeOfDay } from '../../../kit/dates.ts';
import { WhoMark } from '../../../kit/who.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { useIsDimmed } from '../model/fitting.ts';
import { firstSlot, totalsOf } from '../model/activity.ts';
import { type NamedLane, countsIn, wordsOf, editsBy, marksOf } from '../model/lanes.ts';
import type { NowState } from '../now-state.ts';

interface LaneRowProps {
  readonly lane: NamedLane;
  readonly state: NowState;
  /** Where it says what is under the pointer. */
  readonly readout: Signal<string>;
}

/** The pointer and the keys tell of so many slots at a time. */
const spanSlots = 5;

/** One agent's hours. Left and right walk through them. */
export function LaneRow({ lane, state, readout }: LaneRowProps) {
  const address = useAddress();
  const slotMs = state.slotMs.value;
  const slots = state.slots.value;
  const first = firstSlot({ slotMs, slots }, state.minute.value);
  const spans = Math.ceil(slots / spanSlots);
  const at = useRef(spans);
  const tell = (span: number) => {
    at.current = Math.max(0, Math.min(spans - 1, span));
    const start = first + at.current * spanSlots;
    const [from, to] = [start, start + spanSlots].map((slot) => timeOfDay(slot * slotMs));
    const words = wordsOf(countsIn(lane, start, spanSlots)) || 'nothing';
    readout.value = `${shownUser(lane.user)}, ${from}–${to}: ${words}`;
  };
  const onPointerMove = ({ currentTarget, clientX }: JSX.TargetedPointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    tell(Math.floor(((clientX - left) / width) * spans));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    tell(at.current + step);
  };
  const isDimmed = useIsDimmed(state);
  const isOpen = lane.sessionId !== '' && address.query.get('agent') === lane.sessionId;
  return (
    <Link
      to={withQuery(address, { agent: isOpen ? '' : lane.sessionId, part: isOpen ? '' : 'feed' })}
      data-row
      class="lane"
      data-hue={hueOf(lane.sessionId || lane.user)}
      data-dimmed={isDimmed(lane)}
      data-gone={!lane.isHere || undefined}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={labelOf(lane)}
      onKeyDown={onKeyDown}
      onPointerLeave={() => (readout.value = '')}
    >
      <span class="lane-who">
        <WhoMark isAgent={lane.sessionId !== ''} isAway={!lane.isHere} />
        <span class="cut">{shownUser(lane.user)}</span>
        <span class="lane-client cut">{asData(lane.client)}</span>
      </span>
      <span class="lane-track" onPointerMove={onPointerMove}>
        <LaneTrack lane={lane} first={first} slots={slots} />
      </span>
    </Link>
  );
}

function labelOf(lane: NamedLane): string {
  const client = lane.client === '' ? '' : ` (${asData(lane.client)})`;
  return `${shownUser(lane.user)}${client}: ${wordsOf(totalsOf(lane)) || 'nothing yet'}`;
}

interface LaneTrackProps {
  readonly lane: NamedLane;
  readonly first: number;
  readonly slots: number;
}

/** One bar for so many slots. */
const barSlots = 2;
const height = 20;
/** As many edits in one bar as fill the height. */
const most = 6;

/** The bars and marks of a lane. */
function LaneTrack({ lane, first, slots }: LaneTrackProps) {
  const edits = editsBy(lane, first, slots, barSlots);
  return (
    <>
      <svg viewBox={`0 0 ${edits.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsOf(edits)} class="lane-bars" />
      </svg>
      {marksOf(lane, first, slots, 3).map(({ key, kind, at }) => (
        <i key={key} class="lane-mark" data-kind={kind} style={{ left: `${at * 100}%` }} />
      ))}
    </>
  );
}

function barsOf(edits: readonly number[]): string {
  return edits
    .map((count, at) => {
      if (count === 0) return '';
      const high = 3 + Math.min(1, count / most) * (height - 7);
      return `M${at} ${height}v${-high}h.8v${high}z`;
    })
    .join('');
}
