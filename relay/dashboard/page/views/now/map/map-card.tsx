import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { Left } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import type { Hold } from '../../../state/team.ts';
import { holdName } from '../../../state/names.ts';
import { wantedText } from '../model/contests.ts';
import type { NowState } from '../now-state.ts';
import { headHeight, type Box, type Rect, type Size } from './layout.ts';

interface WantedProps {
  readonly hold: Hold;
  readonly state: NowState;
}

/** Who else wants what is held; nothing where nobody does. */
export function Wanted({ hold, state }: WantedProps) {
  const text = wantedText(state.contests.value, hold, state.me);
  return text === '' ? null : <span class="wanted">{text}</span>;
}

/** What a place of the map tells: a box, and what of it is reserved. */
export interface Told {
  readonly box: Box;
  readonly holds: readonly Hold[];
}

interface MapCardProps extends Told {
  readonly at: Rect;
  readonly size: Size;
  readonly state: NowState;
}

const mostShown = 5;
const width = 304;
const away = 4;

/** What is at a place of the map, below or above it: who holds what, why, how long still, and who else wants it. */
export function MapCard({ box, holds, at, size, state }: MapCardProps) {
  const end = at.y + (box.isOpen ? headHeight : at.h);
  const isLow = end > size.height / 2;
  const style = {
    left: `${Math.max(away, Math.min(at.x, size.width - width - away))}px`,
    [isLow ? 'bottom' : 'top']: `${away + (isLow ? size.height - at.y : end)}px`,
  };
  return (
    <div id="map-card" role="tooltip" class="map-card" style={style}>
      <p class="map-card-title">
        <code>{shownId(box.kind === 'more' ? box.folder : box.path)}</code>
        {box.kind !== 'file' && <span class="faint">/ {counted(box.files.length, 'file')}</span>}
      </p>
      {holds.length === 0 && <p class="faint">Nothing is reserved here.</p>}
      {holds.slice(0, mostShown).map((hold) => (
        <CardHold key={hold.key} hold={hold} state={state} isInFolder={box.kind !== 'file'} />
      ))}
      {holds.length > mostShown && <p class="faint">and {holds.length - mostShown} more</p>}
    </div>
  );
}

interface CardHoldProps {
  readonly hold: Hold;
  readonly state: NowState;
  readonly isInFolder: boolean;
}

function CardHold({ hold, state, isInFolder }: CardHoldProps) {
  const client = state.live.team.value.agents.get(hold.sessionId)?.client;
  const file = hold.file.slice(hold.file.lastIndexOf('/') + 1);
  return (
    <div class="map-card-hold">
      <span class="cut">
        <b>{holdName(hold.symbol)}</b>
        {isInFolder && <span class="faint"> {shownId(file, 60)}</span>}
      </span>
      <span class="faint">
        <Left at={hold.expiresAt} />
      </span>
      <span class="map-card-who cut">
        <Who name={hold.user} id={hold.sessionId} client={client} />
        <span class="cut quiet">{asData(hold.task)}</span>
      </span>
      <Wanted hold={hold} state={state} />
    </div>
  );
}
