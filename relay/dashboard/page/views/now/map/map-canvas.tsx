import { computed } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownTheme } from '../../../frame/theme.ts';
import { hueCount } from '../../../kit/hues.ts';
import { Zoom } from '../../../kit/button.tsx';
import { useAddress } from '../../../place/address.ts';
import { now } from '../../../state/clock.ts';
import { useFitting } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import type { Point } from './camera.ts';
import { MapCard } from './map-card.tsx';
import { layoutOf, type Box, type Size } from './layout.ts';
import { MapView, type Spot } from './map-view.ts';
import { paletteOf } from './draw-cells.ts';
import { describe } from './describe.ts';
import { useMapKeys } from './map-keys.ts';
import { folderOf } from './tree.ts';

/** The time, as often as a rim fades visibly. */
const fadeTime = computed(() => Math.floor(now.value / 15_000) * 15_000);

interface MapCanvasProps {
  readonly state: NowState;
  readonly root: string;
}

interface Card {
  readonly box: Box;
  readonly at: Point;
}

/** The map itself: a canvas, which is walked with the arrows and told by a live region. */
export function MapCanvas({ state, root }: MapCanvasProps) {
  const address = useAddress();
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  const [card, setCard] = useState<Card>();
  const files = state.files.value;
  const layout = useMemo(() => size && layoutOf(files, root, size), [files, root, size]);
  const press = ({ box, hold }: Spot) => {
    if (box.kind === 'folder') address.setQuery({ in: box.path });
    else if (hold !== undefined) address.setQuery({ agent: hold.sessionId });
    else address.setQuery({ in: folderOf(box.path) });
  };
  const view = useMapView(place, {
    hover: (spot, at) => setCard(spot === undefined ? undefined : { box: spot.box, at }),
    press,
  });
  useSize(place, setSize);
  const chosen = address.query.get('agent') ?? '';
  const fitting = useFitting(state);
  const agents = useMemo(() => (chosen === '' ? fitting : new Set([chosen])), [chosen, fitting]);
  useScene(view, place, { state, layout, agents });
  const { focused, onKeyDown, onFocus, onBlur } = useMapKeys({
    view,
    layout,
    state,
    press,
    up: () => root !== '' && address.setQuery({ in: folderOf(root) }),
    show: (box, at) => setCard(box && { box, at }),
  });
  return (
    <div class="map-place">
      <div
        ref={place}
        class="map-canvas"
        role="application"
        aria-roledescription="map"
        aria-label="Map of the repository: arrows walk, with Shift only to what is reserved; Enter opens, Escape goes up"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <canvas aria-hidden="true" />
        <div class="swatches" aria-hidden="true">
          {Array.from({ length: hueCount }, (_, hue) => (
            <i key={hue} data-hue={hue} />
          ))}
        </div>
        {layout !== undefined && layout.files.length === 0 && (
          <p class="panel-none map-none">
            {files.length === 0
              ? 'The files stand here as soon as a daemon has read the repository.'
              : 'There are no files in this folder.'}
          </p>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {focused !== undefined && describe(focused, state)}
      </p>
      {card !== undefined && size !== undefined && <MapCard {...card} size={size} state={state} />}
      <Zoom onZoom={(factor) => view.current?.zoom(factor)} onWhole={() => view.current?.reset()} />
    </div>
  );
}

type Ref<T> = { readonly current: T | null };

interface Listener {
  hover(spot: Spot | undefined, at: Point): void;
  press(spot: Spot): void;
}

/** The view of the canvas, which calls the listener of the last render. */
function useMapView(place: Ref<HTMLElement>, listener: Listener): Ref<MapView> {
  const view = useRef<MapView | null>(null);
  const last = useRef(listener);
  last.current = listener;
  useLayoutEffect(() => {
    const canvas = place.current?.querySelector('canvas');
    if (!canvas) return;
    const made = new MapView(canvas, {
      hover: (spot, at) => last.current.hover(spot, at),
      press: (spot) => last.current.press(spot),
    });
    view.current = made;
    return () => made.stop();
  }, []);
  return view;
}

function useSize(place: Ref<HTMLElement>, onSize: (size: Size) => void): void {
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) onSize({ width: Math.round(width), height: Math.round(height) });
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
}

interface Shown {
  readonly state: NowState;
  readonly layout: ReturnType<typeof layoutOf> | undefined;
  readonly agents: ReadonlySet<string> | undefined;
}

/** Gives the view what it shows, whenever that has changed. */
function useScene(
  view: Ref<MapView>,
  place: Ref<HTMLElement>,
  { state, layout, agents }: Shown,
): void {
  const holds = state.holdsByFile.value;
  const contests = state.contests.value;
  const nowMs = fadeTime.value;
  const theme = shownTheme.value;
  const palette = useRef<{ theme: string; colors: ReturnType<typeof paletteOf> }>();
  useEffect(() => {
    const swatches = place.current?.querySelector<HTMLElement>('.swatches');
    if (layout === undefined || !swatches) return;
    if (palette.current?.theme !== theme) palette.current = { theme, colors: paletteOf(swatches) };
    view.current?.show({ layout, holds, contests, agents, nowMs }, palette.current.colors);
  }, [layout, holds, contests, agents, nowMs, theme]);
}
