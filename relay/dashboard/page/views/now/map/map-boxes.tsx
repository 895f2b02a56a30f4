import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAddress } from '../../../place/address.ts';
import type { Hold } from '../../../state/team.ts';
import { useFitting } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import { boxesByPath, filled, heldIn, type Filled } from './held.ts';
import { layoutOf, type Box, type Rect, type Size } from './layout.ts';
import { MapBox, spotsOf } from './map-box.tsx';
import { MapCard } from './map-card.tsx';
import { folderOf } from './tree.ts';
import { rectIn, useWalk, type Ref } from './walk.ts';

interface MapBoxesProps {
  readonly state: NowState;
  readonly root: string;
}

/** What is told of, and where it is. */
interface Shown {
  readonly spot: string;
  readonly at: Rect;
}

/** The map itself: boxes that are links to folders, with marks that open agents. */
export function MapBoxes({ state, root }: MapBoxesProps) {
  const address = useAddress();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const [shown, setShown] = useState<Shown>();
  const show = (target: EventTarget | null) => {
    const link = spotAt(target);
    setShown(link && { spot: link.dataset['spot'] ?? '', at: rectIn(place, link) });
  };
  const after = address.query.get('after') ?? '';
  const { boxes, spots } = useBoxes(state, { root, after, size });
  const walk = useWalk(place, boxes, () => {
    if (root !== '' || after !== '')
      address.setQuery({ in: after === '' ? folderOf(root) : root, after: '' });
  });
  const told = spots.get(shown?.spot ?? '');
  return (
    <div
      ref={place}
      class="map-place"
      role="group"
      aria-label="Map of the repository: arrows walk, with Shift only to what is reserved; Enter opens, Escape goes up"
      onKeyDown={walk.onKeyDown}
      onFocusIn={({ target }) => {
        walk.onFocusIn(target);
        // A press of the pointer has its own place.
        if (target instanceof Element && target.matches(':focus-visible')) show(target);
      }}
      onFocusOut={() => show(null)}
      onClick={({ target }) => {
        const { agent } = spotAt(target)?.dataset ?? {};
        if (agent !== undefined) address.setQuery({ agent });
      }}
      onPointerOver={({ target }) => show(target)}
      onPointerLeave={() => show(null)}
    >
      {boxes}
      {size !== undefined && boxes.length === 0 && (
        <p class="panel-none map-none">
          {state.files.value.length === 0
            ? 'The files stand here as soon as a daemon has read the repository.'
            : 'There are no files in this folder.'}
        </p>
      )}
      {told !== undefined && shown !== undefined && size !== undefined && (
        <MapCard {...told} at={shown.at} size={size} state={state} />
      )}
    </div>
  );
}

function spotAt(target: EventTarget | null): HTMLElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-spot]') : null;
  return link ?? undefined;
}

interface Where {
  readonly root: string;
  readonly after: string;
  readonly size: Size | undefined;
}

/** The boxes as they are drawn, and what each spot of theirs tells; made anew only when what they show has changed. */
function useBoxes(state: NowState, { root, after, size }: Where) {
  const files = state.files.value;
  const holds = state.holdsByFile.value;
  const contests = state.contests.value;
  const fitting = useFitting(state);
  const chosen = useAddress().query.get('agent') ?? '';
  const agents = useMemo(() => (chosen === '' ? fitting : new Set([chosen])), [chosen, fitting]);
  const boxes = useMemo(
    () => (size === undefined ? [] : layoutOf(files, root, size, after)),
    [files, root, size, after],
  );
  const byPath = useMemo(() => boxesByPath(boxes), [boxes]);
  // A box in which nothing has changed is not drawn again: there may be thousands of marks.
  const known = useMemo(() => new Map<Box, Drawn>(), [boxes, contests, root, agents]);
  return useMemo(() => {
    const held = heldIn(byPath, holds);
    const drawn = boxes.map((box) => {
      const now = held.get(box) ?? [];
      const before = known.get(box);
      if (before !== undefined && isSame(before.full.holds, now)) return before;
      const full = filled(box, now, contests);
      const key = `${box.kind} ${box.path}`;
      const made = { full, element: <MapBox key={key} {...full} root={root} agents={agents} /> };
      known.set(box, made);
      return made;
    });
    return {
      boxes: drawn.map(({ element }) => element),
      spots: new Map(drawn.flatMap(({ full }) => spotsOf(full))),
    };
  }, [known, holds]);
}

interface Drawn {
  readonly full: Filled;
  readonly element: JSX.Element;
}

function isSame(before: readonly Hold[], now: readonly Hold[]): boolean {
  return before.length === now.length && before.every((hold, at) => hold === now[at]);
}

/** How large an element is, in whole pixels; undefined until it is seen. */
function useSize(place: Ref<HTMLElement>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0)
        setSize({ width: Math.round(width), height: Math.round(height) });
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return size;
}
