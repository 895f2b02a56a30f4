import type { Size } from './layout.ts';

/** What of the map is seen: a place of it is at `x + k * place` on the screen. */
export interface Camera {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const whole: Camera = { k: 1, x: 0, y: 0 };
const mostZoom = 32;

/** Zooms by a factor around a point of the screen, which stays where it is. */
export function zoomed(camera: Camera, factor: number, around: Point, size: Size): Camera {
  const k = Math.min(mostZoom, Math.max(1, camera.k * factor));
  const by = k / camera.k;
  const x = around.x - (around.x - camera.x) * by;
  const y = around.y - (around.y - camera.y) * by;
  return within({ k, x, y }, size);
}

export function moved(camera: Camera, by: Point, size: Size): Camera {
  return within({ ...camera, x: camera.x + by.x, y: camera.y + by.y }, size);
}

/** The camera that shows a rectangle of the map in the middle, as large as it was unless it would not fit. */
export function showing(
  camera: Camera,
  box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
  { width, height }: Size,
): Camera {
  const left = camera.x + camera.k * box.x;
  const top = camera.y + camera.k * box.y;
  const right = left + camera.k * box.w;
  const bottom = top + camera.k * box.h;
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return camera;
  const x = width / 2 - camera.k * (box.x + box.w / 2);
  const y = height / 2 - camera.k * (box.y + box.h / 2);
  return within({ ...camera, x, y }, { width, height });
}

/** Nothing beside the map is ever seen. */
function within({ k, x, y }: Camera, { width, height }: Size): Camera {
  return {
    k,
    x: Math.min(0, Math.max(width - width * k, x)),
    y: Math.min(0, Math.max(height - height * k, y)),
  };
}

interface GestureListener {
  move(by: Point): void;
  zoom(factor: number, around: Point): void;
  /** Where the pointer is; undefined when it is gone, or moves the map. */
  point(at: Point | undefined): void;
  press(at: Point): void;
}

/** Further than this is no press. */
const pressPixels = 5;

/** Wheel, drag and pinch on an element. */
export class Gestures {
  private readonly stopping = new AbortController();
  private readonly pointers = new Map<number, Point>();
  private travelled = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly listener: GestureListener,
  ) {
    const { signal } = this.stopping;
    element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener('pointerdown', (event) => this.down(event), { signal });
    element.addEventListener('pointermove', (event) => this.moved(event), { signal });
    element.addEventListener('pointerup', (event) => this.up(event), { signal });
    element.addEventListener('pointercancel', (event) => this.leave(event), { signal });
    element.addEventListener('pointerleave', () => listener.point(undefined), { signal });
  }

  stop(): void {
    this.stopping.abort();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
    const strength = event.ctrlKey ? 0.01 : 0.0016;
    this.listener.zoom(Math.exp(-event.deltaY * lines * strength), this.placeOf(event));
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.pointers.size === 0) this.travelled = 0;
    this.pointers.set(event.pointerId, this.placeOf(event));
    this.element.setPointerCapture(event.pointerId);
  }

  private moved(event: PointerEvent): void {
    const at = this.placeOf(event);
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return this.listener.point(at);
    const by = { x: at.x - before.x, y: at.y - before.y };
    this.travelled += Math.hypot(by.x, by.y);
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.travelled < pressPixels) return;
    this.listener.point(undefined);
    if (other === undefined) return this.listener.move(by);
    const [, still] = other;
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - still.x, point.y - still.y));
    this.listener.move({ x: by.x / 2, y: by.y / 2 });
    const middle = { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 };
    this.listener.zoom(apart(at) / apart(before), middle);
  }

  private up(event: PointerEvent): void {
    const wasDown = this.pointers.has(event.pointerId);
    this.leave(event);
    if (wasDown && this.travelled < pressPixels) this.listener.press(this.placeOf(event));
  }

  private leave(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  private placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}
