import { useComputed } from '@preact/signals';
import { pulseOf } from '../model/activity.ts';
import type { NowState } from '../now-state.ts';

const minutes = 30;
const height = 14;
const barWidth = 1.5;
/** As many writes in a minute as fill the height. */
const most = 4;

/** What an agent wrote in each of the last thirty minutes. */
export function Pulse({ id, state }: { readonly id: string; readonly state: NowState }) {
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
