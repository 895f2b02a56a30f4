import type { NamedLane } from '../model/lanes.ts';
import { editsBy, marksOf } from '../model/spans.ts';

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
export function LaneTrack({ lane, first, slots }: LaneTrackProps) {
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
