import type Sigma from 'sigma';

export interface PictureEvents {
  /** Nothing with undefined. */
  hover(id: string | undefined): void;
  pick(id: string | undefined): void;
  open(id: string): void;
}

/** What the library tells of a press. */
interface Pressed {
  readonly event: { readonly x: number; readonly y: number };
  preventSigmaDefault(): void;
}

interface Listening {
  readonly events: PictureEvents;
  /** What is at a place of the screen, or at most so many pixels away. */
  at(x: number, y: number, reach: number): string | undefined;
}

/** A finger covers more than a mouse points at. */
const reachOf = { mouse: 8, finger: 20 } as const;

/** Tells what the pointer does in a picture. */
export function listen(sigma: Sigma, place: HTMLElement, { events, at }: Listening): void {
  const reach = reachOf[matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse'];
  for (const name of ['clickNode', 'clickStage'] as const)
    sigma.on(name, ({ event: { x, y } }: Pressed) => events.pick(at(x, y, reach)));
  for (const name of ['doubleClickNode', 'doubleClickStage'] as const)
    sigma.on(name, (pressed: Pressed) => {
      const id = at(pressed.event.x, pressed.event.y, reach);
      if (id === undefined) return;
      pressed.preventSigmaDefault();
      events.open(id);
    });
  place.addEventListener('pointermove', ({ offsetX: x, offsetY: y, buttons }) => {
    if (buttons === 0) events.hover(at(x, y, reach));
  });
  place.addEventListener('pointerleave', () => events.hover(undefined));
}
