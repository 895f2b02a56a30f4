import { holdsIn } from './describe.ts';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { Left } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import type { Hold } from '../../../state/team.ts';
import { holdName } from '../../../state/names.ts';
import { wantedText } from '../model/contests.ts';
import type { NowState } from '../now-state.ts';
import type { Point } from './camera.ts';
import type { Box, Size } from './layout.ts';

interface WantedProps {
  readonly hold: Hold;
  readonly state: NowState;
}

/** Who else wants what is held; nothing where nobody does. */
export function Wanted({ hold, state }: WantedProps) {
  const text = wantedText(state.contests.value, hold, state.me);
  return text === '' ? null : <span class="wanted">{text}</span>;
}

interface MapCardProps {
  readonly box: Box;
  readonly at: Point;
  readonly size: Size;
  readonly state: NowState;
}

const mostShown = 5;
const width = 304;
const away = 14;

/** What is at a place of the map: who holds what, why, how long still, and who else wants it. */
export function MapCard({ box, at, size, state }: MapCardProps) {
  const holds = holdsIn(box, state);
  const isRight = at.x + away + width > size.width;
  const isLow = at.y > size.height / 2;
  const style = {
    left: `${Math.max(4, isRight ? at.x - away - width : at.x + away)}px`,
    [isLow ? 'bottom' : 'top']: `${Math.max(4, (isLow ? size.height - at.y : at.y) + away)}px`,
  };
  return (
    <div class="map-card" style={style} aria-hidden="true">
      <p class="map-card-title">
        <code>{shownId(box.path)}</code>
        {box.kind === 'folder' && <span class="faint">/</span>}
      </p>
      {holds.length === 0 && <p class="faint">Nothing is reserved here.</p>}
      {holds.slice(0, mostShown).map((hold) => (
        <CardHold key={hold.key} hold={hold} state={state} isInFolder={box.kind === 'folder'} />
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
