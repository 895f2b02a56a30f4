import { countOf, folderName, shortNameOf } from '../model/words.ts';
import type { Dot, Scene } from './scene.ts';
import type { Palette } from './palette.ts';
import { Room, type Box } from './room.ts';
import type { Lens } from './lens.ts';

/** A name that is drawn where there is room, those of a lower rank first. */
export interface Name {
  readonly id: string;
  readonly text: string;
  readonly rank: number;
  readonly style: 'title' | 'strong' | 'plain' | 'code';
  readonly dot: Pick<Dot, 'x' | 'y' | 'size' | 'side'>;
  /** From which zoom on it is drawn; 1 is when a unit of the picture is a pixel. */
  readonly from: number;
}

const ranks = { area: 1, person: 1, folder: 3, decision: 4, file: 3, symbol: 6 } as const;
const froms = { area: 0, person: 0, folder: 0.35, decision: 0.55, file: 0.5, symbol: 0.9 } as const;

/** All names of a scene, in the order in which they get their room. */
export function namesOf(scene: Scene): Name[] {
  const isFocus = scene.key !== '';
  const dots = scene.dots.map((dot): Name => {
    const text =
      dot.kind === 'folder'
        ? countOf('file', dot.count ?? 0)
        : shortNameOf({ ...dot, kind: dot.kind }, isFocus ? 28 : 30);
    const from = isFocus ? 0.45 : froms[dot.kind];
    return { id: dot.id, text, rank: rankOf(dot), style: styleOf(dot), dot, from };
  });
  const titles = scene.regions.flatMap(({ id, x, y, r }): Name[] => {
    if (!id.startsWith('folder_')) return [];
    const dot = { x, y: y + r, size: 0, side: 0 as const };
    return [{ id, text: folderName(id), rank: 2, style: 'title', dot, from: 0 }];
  });
  return [...titles, ...dots].sort((a, b) => a.rank - b.rank);
}

function rankOf({ kind, state }: Dot): number {
  if (state === 'ended') return 7;
  return state === 'stale' ? 2 : ranks[kind];
}

function styleOf({ kind }: Dot): Name['style'] {
  if (kind === 'area' || kind === 'person') return 'strong';
  return kind === 'file' || kind === 'symbol' ? 'code' : 'plain';
}

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
  { lens, palette, emphasis }: { lens: Lens; palette: Palette; emphasis: Emphasis },
): void {
  const marks = new Room(lens.width, lens.height);
  const room = new Room(lens.width, lens.height);
  for (const { dot } of names) {
    const [x, y] = lens.at(dot);
    const r = Math.max(1.5, dot.size * lens.scale);
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
    if (!isFirst && !isNear && lens.scale < name.from) continue;
    if (!isFirst && !isNear && near !== undefined && name.style !== 'title') continue;
    drawOne(context, name, {
      lens,
      palette,
      room,
      marks,
      isFirst,
      isFaint: near !== undefined && !isNear && !isFirst,
    });
  }
}

interface Drawing {
  readonly lens: Lens;
  readonly palette: Palette;
  /** Where names are. */
  readonly room: Room;
  readonly marks: Room;
  readonly isFirst: boolean;
  readonly isFaint: boolean;
}

function drawOne(context: CanvasRenderingContext2D, name: Name, drawing: Drawing): void {
  const { lens, palette, room, marks, isFirst, isFaint } = drawing;
  const [x, y] = lens.at(name.dot);
  if (x < -40 || y < -40 || x > lens.width + 40 || y > lens.height + 40) return;
  context.font = fontOf(name, palette);
  const w = widthOf(context, name.text);
  const r = Math.max(2, name.dot.size * lens.scale) + 3;
  const boxes = placesOf(name, { x, y, w, r });
  const isFree = (one: Box) => room.isFree(one) && (name.style === 'title' || marks.isFree(one));
  const box = boxes.find(isFree) ?? (isFirst ? onScreen(boxes, lens) : undefined);
  if (box === undefined) return;
  room.take(box);
  context.strokeStyle = palette.region;
  context.fillStyle = isFaint ? palette.faint : colorOfName(name, palette, isFirst);
  context.strokeText(name.text, box.x, box.y + lineHeight / 2);
  context.fillText(name.text, box.x, box.y + lineHeight / 2);
}

/** The best place that cuts nothing off; where all do, the first one moved onto the screen. */
function onScreen(boxes: readonly Box[], { width, height }: Lens): Box | undefined {
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
