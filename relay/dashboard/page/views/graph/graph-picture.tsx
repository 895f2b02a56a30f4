import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownTheme } from '../../frame/theme.ts';
import { hueCount } from '../../kit/hues.ts';
import { Zoom } from '../../kit/button.tsx';
import type { Picture } from './draw/picture.ts';
import { paletteOf } from './draw/palette.ts';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { told } from './model/words.ts';
import { isFolder } from './model/regions.ts';
import { Trail } from './trail.tsx';
import type { Direction } from './draw/walk.ts';
import { surroundingsOf } from './model/near.ts';
import { focusOf, overviewOf, type Scene } from './draw/scene.ts';

interface GraphPictureProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
  onDrawn(): void;
  onCannotDraw(): void;
}

/** The picture: by pointer and by keyboard, with a live region that says what is chosen. */
export function GraphPicture({ state, address, onDrawn, onCannotDraw }: GraphPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<string>();
  const open = (id: string) => (isFolder(id) ? address.toggleFolder(id) : address.focusOn(id));
  const picture = usePicture(
    place,
    { hover: setHovered, pick: address.choose, open },
    onCannotDraw,
  );
  const { scene, cut } = useScene(state, address);
  const theme = shownTheme.value;
  const chosen = address.chosen === '' ? undefined : address.chosen;
  const changed = state.changed.value;
  useEffect(() => {
    const swatches = place.current?.querySelector<HTMLElement>('.graph-swatches');
    if (picture === undefined || scene === undefined || !swatches) return;
    picture.show(scene, paletteOf(swatches));
    onDrawn();
  }, [picture, scene, theme]);
  useEffect(() => {
    picture?.emphasise({ chosen, hovered, changed });
  }, [picture, scene, theme, chosen, hovered, changed]);
  useEffect(() => {
    if (chosen !== undefined) picture?.reveal(chosen);
  }, [picture, scene?.key, chosen]);
  const onKeyDown = useGraphKeys({ picture, address, chosen, open });
  const said = useMemo(
    () => told(state.graph.value, scene, chosen),
    [state.graph.value, scene, chosen],
  );
  return (
    <div class="graph-place">
      <div
        ref={place}
        class="graph-canvas"
        role="application"
        aria-roledescription="graph"
        aria-label="Graph: arrows walk, Enter shows what is near or opens a folder, Escape goes back"
        tabIndex={0}
        data-pointed={hovered !== undefined || undefined}
        onKeyDown={onKeyDown}
      >
        <div class="graph-swatches" aria-hidden="true">
          {Array.from({ length: hueCount }, (_, hue) => (
            <i key={hue} data-hue={hue} />
          ))}
        </div>
      </div>
      <p class="unseen" aria-live="polite">
        {said}
      </p>
      <Trail state={state} address={address} cut={cut} />
      <Zoom onZoom={(factor) => picture?.zoom(factor)} onWhole={() => picture?.whole()} />
    </div>
  );
}

type Events = ConstructorParameters<typeof Picture>[1];

/** The picture in a place, once its script is loaded. What it tells goes to the listener of the last render. */
function usePicture(
  place: { readonly current: HTMLElement | null },
  events: Events,
  onCannotDraw: () => void,
): Picture | undefined {
  const [picture, setPicture] = useState<Picture>();
  const last = useRef(events);
  last.current = events;
  useLayoutEffect(() => {
    let made: Picture | undefined;
    let isGone = false;
    const make = async () => {
      const { Picture } = await import('./draw/picture.ts');
      if (isGone || place.current === null) return;
      made = new Picture(place.current, {
        hover: (id) => last.current.hover(id),
        pick: (id) => last.current.pick(id),
        open: (id) => last.current.open(id),
      });
      setPicture(made);
    };
    make().catch(onCannotDraw);
    return () => {
      isGone = true;
      made?.stop();
    };
  }, []);
  return picture;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface GraphKeysOptions {
  readonly picture: Picture | undefined;
  readonly address: GraphAddress;
  readonly chosen: string | undefined;
  open(id: string): void;
}

/** DSH-62: the picture by keyboard. */
function useGraphKeys({ picture, address, chosen, open }: GraphKeysOptions) {
  return (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction !== undefined) {
      const next = picture?.next(chosen, direction);
      if (next !== undefined) address.choose(next);
    } else if (event.key === 'Enter' && chosen !== undefined && chosen !== address.focus)
      open(chosen);
    else if (event.key === 'Escape') back(address, chosen);
    else if (event.key === '+' || event.key === '=') picture?.zoom(1.6);
    else if (event.key === '-') picture?.zoom(1 / 1.6);
    else if (event.key === '0') picture?.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function back(address: GraphAddress, chosen: string | undefined): void {
  if (chosen !== undefined && chosen !== address.focus) address.choose(undefined);
  else if (address.focus !== '') address.leaveFocus();
}

/** More than this around a node is no help to the eye; the list has all of it. */
const mostAround = 240;

interface Shown {
  /** Undefined until the graph is laid out. */
  readonly scene: Scene | undefined;
  readonly cut: { readonly shown: number; readonly total: number } | undefined;
}

/** What the picture shows, by the address. */
function useScene(state: GraphState, address: GraphAddress): Shown {
  const graph = state.graph.value;
  const layout = state.layout.value;
  const { focus, depth, kinds, opened, chosen } = address;
  return useMemo(() => {
    if (layout === undefined) return { scene: undefined, cut: undefined };
    if (focus !== '' && graph.nodes.has(focus)) {
      const near = surroundingsOf(graph, { focus, depth, limit: mostAround });
      const shown = near.nodes.length;
      const cut = shown < near.total ? { shown, total: near.total } : undefined;
      return { scene: focusOf(graph, near, kinds), cut };
    }
    const all = new Set([...opened, layout.regionOf.get(chosen) ?? '']);
    return { scene: overviewOf(graph, { layout, kinds, opened: all }), cut: undefined };
  }, [graph, layout, focus, depth, [...kinds].join(), [...opened].join(), openedBy(chosen, state)]);
}

/** The folder in which something chosen is has to be open. */
function openedBy(chosen: string, state: GraphState): string {
  return state.layout.value?.regionOf.get(chosen) ?? '';
}
