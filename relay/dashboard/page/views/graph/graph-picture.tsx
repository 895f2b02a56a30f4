import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownTheme } from '../../frame/theme.ts';
import { hueCount } from '../../kit/hues.ts';
import { Zoom } from '../../kit/button.tsx';
import type { Picture } from './draw/picture.ts';
import { paletteOf } from './draw/palette.ts';
import type { GraphAddress } from './graph-address.ts';
import { useGraphKeys } from './graph-keys.ts';
import type { GraphState } from './graph-state.ts';
import { told } from './model/told.ts';
import { isFolder } from './model/regions.ts';
import { Trail } from './trail.tsx';
import { useScene } from './use-scene.ts';

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
