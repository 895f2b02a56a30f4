import { NodeCircleProgram, type NodeProgramType } from 'sigma/rendering';
import type { Name } from './name-list.ts';
import type { Palette } from './palette.ts';
import { Room, withGap, type Box } from './room.ts';
import type { Camera } from './camera.ts';

export interface Emphasis {
  /** What is chosen or pointed at: named first, whatever else has no room then. */
  readonly first: ReadonlySet<string>;
  /** Where something is chosen: everything else is faint. */
  readonly near: ReadonlySet<string> | undefined;
}

const lineHeight = 14;
const widths = new Map<string, number>();

/** Draws as many names as have room, none over a mark or another name. */
export function drawNames(
  context: CanvasRenderingContext2D,
  names: readonly Name[],
  { camera, palette, emphasis }: { camera: Camera; palette: Palette; emphasis: Emphasis },
): void {
  const marks = new Room(camera.width, camera.height);
  const room = new Room(camera.width, camera.height);
  for (const { dot } of names) {
    const [x, y] = camera.at(dot);
    const r = Math.max(1.5, dot.size * camera.scale);
    if (dot.size > 0) marks.take({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });
  }
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.textBaseline = 'middle';
  const { first, near } = emphasis;
  const inOrder = [
    ...names.filter(({ id }) => first.has(id)),
    ...names.filter(({ id }) => !first.has(id) && near?.has(id) === true),
    ...names.filter(({ id }) => !first.has(id) && near?.has(id) !== true),
  ];
  for (const name of inOrder) {
    const isFirst = first.has(name.id);
    const isNear = near?.has(name.id) === true;
    if (!isFirst && !isNear && camera.scale < name.from) continue;
    if (!isFirst && !isNear && near !== undefined && name.style !== 'title') continue;
    drawOne(context, name, {
      camera,
      palette,
      room,
      marks,
      isFirst,
      isFaint: near !== undefined && !isNear && !isFirst,
    });
  }
}

interface Drawing {
  readonly camera: Camera;
  readonly palette: Palette;
  /** Where names are. */
  readonly room: Room;
  readonly marks: Room;
  readonly isFirst: boolean;
  readonly isFaint: boolean;
}

function drawOne(context: CanvasRenderingContext2D, name: Name, drawing: Drawing): void {
  const { camera, palette, room, marks, isFirst, isFaint } = drawing;
  const [x, y] = camera.at(name.dot);
  if (x < -40 || y < -40 || x > camera.width + 40 || y > camera.height + 40) return;
  context.font = fontOf(name, palette);
  const w = widthOf(context, name.text);
  const r = Math.max(2, name.dot.size * camera.scale) + 3;
  const boxes = placesOf(name, { x, y, w, r });
  const isFree = (one: Box) => room.isFree(one) && (name.style === 'title' || marks.isFree(one));
  const box = boxes.find(isFree) ?? (isFirst ? onScreen(boxes, camera) : undefined);
  if (box === undefined) return;
  room.take(withGap(box));
  context.strokeStyle = palette.region;
  context.fillStyle = isFaint ? palette.faint : colorOfName(name, palette, isFirst);
  context.strokeText(name.text, box.x, box.y + lineHeight / 2);
  context.fillText(name.text, box.x, box.y + lineHeight / 2);
}

/** The best place that cuts nothing off; where all do, the first one moved onto the screen. */
function onScreen(boxes: readonly Box[], { width, height }: Camera): Box | undefined {
  const isWhole = ({ x, y, w, h }: Box) => x >= 0 && y >= 0 && x + w <= width && y + h <= height;
  const [first] = boxes;
  const whole = boxes.find(isWhole);
  if (whole !== undefined || first === undefined) return whole;
  const within = (at: number, most: number) => Math.max(0, Math.min(most, at));
  return { ...first, x: within(first.x, width - first.w), y: within(first.y, height - first.h) };
}

/** Where the name of a mark may stand, the best place first. */
function placesOf(
  { dot, style }: Name,
  { x, y, w, r }: { x: number; y: number; w: number; r: number },
): Box[] {
  const box = (left: number, top: number): Box => ({ x: left, y: top, w, h: lineHeight });
  if (style === 'title') return [box(x - w / 2, y - lineHeight - 2), box(x - w / 2, y + 4)];
  const above = box(x - w / 2, y - r - lineHeight);
  const below = box(x - w / 2, y + r);
  const right = box(x + r, y - lineHeight / 2);
  const left = box(x - r - w, y - lineHeight / 2);
  if (dot.side === 'middle') return [above, below];
  if (dot.side !== 0) return dot.side < 0 ? [left, above] : [right, above];
  return [right, left, below, above];
}

function fontOf({ style }: Name, { font, mono }: Palette): string {
  if (style === 'code') return `400 11px ${mono}`;
  if (style === 'title') return `600 11.5px ${font}`;
  return `${style === 'strong' ? 600 : 450} 12px ${font}`;
}

function colorOfName({ style }: Name, palette: Palette, isFirst: boolean): string {
  if (isFirst || style === 'strong') return palette.text;
  return style === 'title' ? palette.quiet : style === 'code' ? palette.faint : palette.quiet;
}

function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const { width } = context.measureText(text);
  if (widths.size > 8_000) widths.clear();
  widths.set(key, width);
  return width;
}

/** The shapes of the marks: what something is can be told without its colour. */
export const markPrograms: Readonly<Record<string, NodeProgramType>> = {
  disc: NodeCircleProgram,
  ring: shaped('abs(length(v_diffVector) - 0.72 * v_radius) - 0.26 * v_radius'),
  square: shaped('max(abs(v_diffVector.x), abs(v_diffVector.y)) - 0.7 * v_radius'),
  cross: shaped(
    'max(abs(abs(v_diffVector.x) - abs(v_diffVector.y)) - 0.4 * v_radius, length(v_diffVector) - v_radius)',
  ),
  diamond: shaped('abs(v_diffVector.x) + abs(v_diffVector.y) - v_radius'),
};

/** A program whose marks are where a distance, in GLSL, is negative. */
function shaped(distance: string): NodeProgramType {
  return class extends NodeCircleProgram {
    override getDefinition() {
      return { ...super.getDefinition(), FRAGMENT_SHADER_SOURCE: sourceOf(distance) };
    }
  };
}

function sourceOf(distance: string): string {
  return /* glsl */ `
    precision highp float;
    varying vec4 v_color;
    varying vec2 v_diffVector;
    varying float v_radius;
    uniform float u_correctionRatio;
    void main(void) {
      float border = u_correctionRatio * 2.0;
      float dist = ${distance} + border;
      #ifdef PICKING_MODE
      gl_FragColor = dist > border ? vec4(0.0) : v_color;
      #else
      gl_FragColor = mix(v_color, vec4(0.0), clamp(dist / border, 0.0, 1.0));
      #endif
    }`;
}
