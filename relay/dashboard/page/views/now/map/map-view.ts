import { moved, showing, whole, zoomed, type Camera, type Point, Gestures } from './camera.ts';
import { cellsOf, type Scene } from './cells.ts';
import { draw, seen } from './draw.ts';
import type { Palette } from './draw-cells.ts';
import type { Box } from './layout.ts';
import type { Hold } from '../../../state/team.ts';

/** What is at a place of the map. */
export interface Spot {
  readonly box: Box;
  /** The hold at the very place, where it is one. */
  readonly hold: Hold | undefined;
}

interface MapListener {
  /** The pointer is over something else, or over nothing. */
  hover(spot: Spot | undefined, at: Point): void;
  press(spot: Spot): void;
}

/** The canvas: draws at most once per frame, and only when something has changed. */
export class MapView {
  private camera: Camera = whole;
  private scene: Scene | undefined;
  private palette: Palette | undefined;
  private hovered: Box | undefined;
  private focused: Box | undefined;
  private frame = 0;
  private readonly gestures: Gestures;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly listener: MapListener,
  ) {
    this.gestures = new Gestures(canvas, {
      move: (by) => this.look(moved(this.camera, by, this.size)),
      zoom: (factor, around) => this.look(zoomed(this.camera, factor, around, this.size)),
      point: (at) => this.point(at),
      press: (at) => {
        const spot = this.at(at);
        if (spot !== undefined) this.listener.press(spot);
      },
    });
  }

  /** Shows a scene. Another folder, or another size, is seen whole. */
  show(scene: Scene, palette: Palette): void {
    const before = this.scene?.layout;
    const { layout } = scene;
    if (before !== layout) this.hovered = this.focused = undefined;
    const isSamePlace =
      before?.root === layout.root &&
      before.width === layout.width &&
      before.height === layout.height;
    if (!isSamePlace) this.camera = whole;
    this.scene = scene;
    this.palette = palette;
    this.later();
  }

  /** Shows the whole again. */
  reset(): void {
    this.look(whole);
  }

  zoom(factor: number): void {
    const { width, height } = this.size;
    this.look(zoomed(this.camera, factor, { x: width / 2, y: height / 2 }, this.size));
  }

  /** Puts the mark of the keys at a box, which comes in sight. Answers where it is seen. */
  focus(box: Box | undefined): Point {
    this.focused = box;
    if (box !== undefined) this.camera = showing(this.camera, box, this.size);
    this.later();
    if (box === undefined) return { x: 0, y: 0 };
    const { x, y, w, h } = seen(box, this.camera);
    return { x: x + w / 2, y: y + Math.min(h, 60) };
  }

  stop(): void {
    this.gestures.stop();
    cancelAnimationFrame(this.frame);
  }

  private get size() {
    return this.scene?.layout ?? { width: 0, height: 0 };
  }

  private look(camera: Camera): void {
    this.camera = camera;
    this.later();
  }

  private point(at: Point | undefined): void {
    const spot = at === undefined ? undefined : this.at(at);
    this.canvas.style.cursor = spot === undefined ? '' : 'pointer';
    if (spot?.box !== this.hovered) this.later();
    this.hovered = spot?.box;
    this.listener.hover(spot, at ?? { x: 0, y: 0 });
  }

  /** The file there, or the innermost folder. */
  private at(point: Point): Spot | undefined {
    if (this.scene === undefined) return undefined;
    const { layout, holds } = this.scene;
    const isThere = (box: { x: number; y: number; w: number; h: number }) =>
      point.x >= box.x && point.y >= box.y && point.x < box.x + box.w && point.y < box.y + box.h;
    const isUnder = (box: Box) => isThere(seen(box, this.camera));
    const box = layout.files.find(isUnder) ?? layout.folders.findLast(isUnder);
    if (box === undefined) return undefined;
    const held = box.kind === 'file' ? (holds.get(box.path) ?? []) : [];
    const cell = cellsOf(seen(box, this.camera), held).find(isThere);
    return { box, hold: cell?.hold };
  }

  private later(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { scene, palette, canvas, camera } = this;
    const context = canvas.getContext('2d', { alpha: false });
    if (scene === undefined || palette === undefined || context === null) return;
    const { width, height } = scene.layout;
    const scale = devicePixelRatio;
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const marked = { hovered: this.hovered, focused: this.focused };
    draw(context, scene, { camera, palette, marked });
  }
}
