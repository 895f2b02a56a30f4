import { useEffect, useState } from 'preact/hooks';
import type { NowState } from '../now-state.ts';
import type { Point } from './camera.ts';
import { type Box, type Layout, nearest, type Direction } from './layout.ts';
import type { MapView, Spot } from './map-view.ts';

interface MapKeysOptions {
  readonly view: { readonly current: MapView | null };
  readonly layout: Layout | undefined;
  readonly state: NowState;
  press(spot: Spot): void;
  /** To the folder above. */
  up(): void;
  /** Shows the card of a box there; none with undefined. */
  show(box: Box | undefined, at: Point): void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** DSH-44: the map by keyboard. */
export function useMapKeys({ view, layout, state, press, up, show }: MapKeysOptions) {
  const [focused, setFocused] = useState<Box>();
  const goTo = (box: Box | undefined) => {
    setFocused(box);
    show(box, view.current?.focus(box) ?? { x: 0, y: 0 });
  };
  // The boxes of another folder are others.
  useEffect(() => {
    if (focused === undefined || layout === undefined) return;
    goTo([...layout.files, ...layout.folders].find(({ path }) => path === focused.path));
  }, [layout]);
  const holds = state.holdsByFile.value;
  const walkable = (isOnlyReserved: boolean) => {
    if (layout === undefined) return [];
    if (isOnlyReserved) return layout.files.filter(({ path }) => holds.has(path));
    return [...layout.folders.filter(({ head }) => head > 0), ...layout.files];
  };
  const first = () => walkable(true)[0] ?? walkable(false)[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction !== undefined) {
      const boxes = walkable(event.shiftKey);
      goTo(focused === undefined ? first() : (nearest(boxes, focused, direction) ?? focused));
    } else if (event.key === 'Enter' && focused !== undefined)
      press({ box: focused, hold: holds.get(focused.path)?.[0] });
    else if (event.key === 'Escape') up();
    else if (event.key === '+' || event.key === '=') view.current?.zoom(1.6);
    else if (event.key === '-') view.current?.zoom(1 / 1.6);
    else if (event.key === '0') view.current?.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = (event: FocusEvent) => {
    // A press of the pointer has its own place.
    const isByKey = event.target instanceof Element && event.target.matches(':focus-visible');
    if (isByKey) goTo(focused ?? first());
  };
  const onBlur = () => {
    view.current?.focus(undefined);
    show(undefined, { x: 0, y: 0 });
  };
  return { focused, onKeyDown, onFocus, onBlur };
}
