import type { JSX } from 'preact';
import { computed } from '@preact/signals';
import { shownId } from '../../../../../../shared/kernel/display.ts';
import { hueOf } from '../../../kit/hues.ts';
import { Link } from '../../../kit/link.tsx';
import { counted } from '../../../kit/lists/counts.ts';
import { useAddress, withQuery } from '../../../place/address.ts';
import { now } from '../../../state/clock.ts';
import { hasName, type Filled, type Mark } from './held.ts';
import type { Box, Rect } from './layout.ts';
import type { Told } from './map-card.tsx';

/** The time, as often as a rim fades visibly. */
const fadeTime = computed(() => Math.floor(now.value / 15_000) * 15_000);
/** As long as a reservation is given for. */
const leaseMs = 600_000;

interface MapBoxProps extends Filled {
  /** The folder that is opened. */
  readonly root: string;
  /** The sessions whose holds stand out; undefined for all alike. */
  readonly agents: ReadonlySet<string> | undefined;
}

/** A folder, which opens, or a file, which shows who holds it; with a mark for each who holds something in it. */
export function MapBox(props: MapBoxProps) {
  const { box, root, agents, marks, more, area, columns, isNamed } = props;
  const address = useAddress();
  const [first] = marks;
  const to =
    box.kind === 'file' && first !== undefined ? { agent: first.sessionId } : openedBy(box, root);
  return (
    <>
      <Link
        to={withQuery(address, to)}
        tabIndex={-1}
        class="map-box"
        data-spot={spotOf(box)}
        data-path={box.path}
        data-kind={box.kind}
        data-open={box.isOpen || undefined}
        aria-describedby="map-card"
        style={pixels(box)}
      >
        <span class={hasName(box) ? 'cut' : 'unseen'}>
          <span class="cut">{shownId(box.name, 80)}</span>{' '}
          {box.kind === 'folder' && <small>{counted(box.files.length, 'file')}</small>}
        </span>
      </Link>
      {first !== undefined && (
        <div
          class="map-marks"
          data-named={isNamed || undefined}
          style={{ ...pixels(area), gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {marks.map((mark) => {
            const isDimmed = agents?.has(mark.sessionId) === false;
            return markOf({ mark, spot: spotOf(box, mark), path: box.path, isDimmed, isNamed });
          })}
          {more > 0 && <span class="map-more">+{more}</span>}
        </div>
      )}
    </>
  );
}

interface MapMark {
  readonly mark: Mark;
  readonly spot: string;
  readonly path: string;
  readonly isDimmed: boolean;
  readonly isNamed: boolean;
}

/** Opens the agent, in whose colour it is; its rim fades with the time left. No component, as there may be thousands. */
function markOf({ mark, spot, path, isDimmed, isNamed }: MapMark): JSX.Element {
  const ends = Math.max(...mark.holds.map(({ expiresAt }) => expiresAt));
  const left = Math.min(1, Math.max(0, (ends - fadeTime.value) / leaseMs));
  return (
    <button
      key={mark.key}
      type="button"
      tabIndex={-1}
      class="map-mark"
      data-spot={spot}
      data-path={path}
      data-agent={mark.sessionId}
      data-hue={hueOf(mark.sessionId)}
      data-contested={mark.isContested || undefined}
      data-dimmed={isDimmed || undefined}
      aria-describedby="map-card"
      style={{ '--left': `${25 + 75 * left}%` }}
    >
      {isNamed ? mark.lines.map((line) => <span class="cut">{line}</span>) : mark.lines.join(' ')}
    </button>
  );
}

/** What of the address a box changes. What is gathered in an inner folder is seen where that is opened. */
function openedBy(box: Box, root: string): Readonly<Record<string, string>> {
  if (box.kind === 'folder') return { in: box.path, after: '' };
  const isMore = box.kind === 'more' && box.folder === root;
  return { in: box.folder, after: isMore ? box.path : '' };
}

function pixels({ x, y, w, h }: Rect) {
  return { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` };
}

/** What a place of the map is called, of a box or of a mark in it. */
function spotOf({ kind, path }: Box, mark?: Mark): string {
  return `${kind} ${path}\n${mark?.key ?? ''}`;
}

/** What is told of a box, and of each of its marks. */
export function spotsOf({ box, holds, marks }: Filled): [string, Told][] {
  return [
    [spotOf(box), { box, holds }],
    ...marks.map((mark): [string, Told] => [spotOf(box, mark), { box, holds: mark.holds }]),
  ];
}
