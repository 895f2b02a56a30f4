import { shownUser } from '../../../../../../shared/kernel/display.ts';
import { holdName } from '../../../state/names.ts';
import type { LitCell, Scene } from './cells.ts';

interface Tools {
  readonly scene: Scene;
  readonly palette: Palette;
  readonly texts: Texts;
}

/** As long as a reservation is given for. */
const leaseMs = 600_000;
const fades = 5;
const leastForRim = 7;
const leastForHatch = 9;
const dimmed = 0.22;

/** Draws what is reserved: in the holder's colour, with a rim that fades with the time left, and what is contested striped. */
export function drawCells(
  context: CanvasRenderingContext2D,
  cells: readonly LitCell[],
  tools: Tools,
): void {
  const { scene, palette } = tools;
  const isDim = (cell: LitCell) => scene.agents?.has(cell.hold.sessionId) === false;
  // One path for all that look the same: thousands of cells are drawn in a few strokes.
  const groups = new Map<string, { cells: LitCell[]; paint: Paint }>();
  for (const cell of cells) {
    const paint = paintOf(cell, scene.nowMs, isDim(cell));
    const key = `${paint.hue} ${paint.fade} ${paint.isSmall} ${paint.isDim}`;
    const group = groups.get(key) ?? { cells: [], paint };
    group.cells.push(cell);
    groups.set(key, group);
  }
  for (const { cells: alike, paint } of groups.values()) paintAll(context, alike, paint, palette);
  for (const cell of cells)
    if (cell.isContested) drawContested(context, cell, { palette, isDim: isDim(cell) });
  context.globalAlpha = 1;
  for (const cell of cells) if (cell.w > 38 && cell.h > 13) label(cell, isDim(cell), tools);
}

interface Paint {
  readonly hue: number;
  /** From 0 to `fades`: how much time is left. */
  readonly fade: number;
  readonly isSmall: boolean;
  readonly isDim: boolean;
}

function paintOf({ hue, hold, w, h }: LitCell, nowMs: number, isDim: boolean): Paint {
  const left = Math.min(1, Math.max(0, (hold.expiresAt - nowMs) / leaseMs));
  const isSmall = w < leastForRim || h < leastForRim;
  return { hue, fade: Math.ceil(left * fades), isSmall, isDim };
}

function paintAll(
  context: CanvasRenderingContext2D,
  cells: readonly LitCell[],
  { hue, fade, isSmall, isDim }: Paint,
  palette: Palette,
): void {
  const { mark = '', soft = '' } = palette.hues[hue] ?? {};
  const left = 0.25 + (0.75 * fade) / fades;
  context.globalAlpha = isDim ? dimmed : isSmall ? left : 1;
  context.fillStyle = isSmall ? mark : soft;
  context.beginPath();
  for (const { x, y, w, h } of cells) context.rect(x, y, w, h);
  context.fill();
  if (isSmall) return;
  context.globalAlpha = isDim ? dimmed : left;
  context.strokeStyle = mark;
  context.lineWidth = 2;
  context.beginPath();
  for (const { x, y, w, h } of cells) context.rect(x + 1, y + 1, w - 2, h - 2);
  context.stroke();
}

function drawContested(
  context: CanvasRenderingContext2D,
  cell: LitCell,
  { palette, isDim }: { readonly palette: Palette; readonly isDim: boolean },
): void {
  context.globalAlpha = isDim ? 0.4 : 1;
  if (cell.w < leastForHatch || cell.h < leastForHatch) drawDiamond(context, cell, palette.bad);
  else drawHatch(context, cell, palette);
}

/** Too small for stripes: a shape that nothing else has. */
function drawDiamond(
  context: CanvasRenderingContext2D,
  { x, y, w, h }: LitCell,
  color: string,
): void {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const r = Math.min(5, Math.max(3, Math.min(w, h) / 2 + 1));
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(cx, cy - r);
  context.lineTo(cx + r, cy);
  context.lineTo(cx, cy + r);
  context.lineTo(cx - r, cy);
  context.fill();
}

/** Stripes and a frame; within it, the rim of the holder's colour stays. */
function drawHatch(
  context: CanvasRenderingContext2D,
  { x, y, w, h, hue }: LitCell,
  palette: Palette,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, w, h);
  context.clip();
  context.strokeStyle = palette.bad;
  context.lineWidth = 1.25;
  context.beginPath();
  for (let at = x - h; at < x + w; at += 6) {
    context.moveTo(at, y + h);
    context.lineTo(at + h, y);
  }
  context.stroke();
  context.lineWidth = 4;
  context.strokeRect(x, y, w, h);
  if (w > 16 && h > 12) {
    context.strokeStyle = palette.hues[hue]?.mark ?? palette.bad;
    context.lineWidth = 2;
    context.strokeRect(x + 3, y + 3, w - 6, h - 6);
  }
  context.restore();
}

function label(
  { hold, hue, isContested, x, y, w, h }: LitCell,
  isDim: boolean,
  tools: Tools,
): void {
  const { palette, texts } = tools;
  if (isDim) return;
  const color = palette.hues[hue]?.text ?? palette.text;
  const left = x + 6;
  const top = y + (h < 20 ? h / 2 + 4 : 14);
  const name = texts.fit(holdName(hold.symbol), w - 12, 'symbol');
  const who = h > 30 ? texts.fit(shownUser(hold.user), w - 12, 'who') : '';
  if (isContested) tools.texts.back([name, who], left, top, palette.surface);
  texts.write(name, left, top, color, 'symbol');
  texts.write(who, left, top + 13, color, 'who');
}

const sizes = {
  folder: { weight: 600, size: 10.5 },
  file: { weight: 450, size: 10.5 },
  symbol: { weight: 560, size: 11 },
  who: { weight: 450, size: 10.5 },
} as const;

type Style = keyof typeof sizes;

/** How wide texts are; measuring is slow, and the same names come in every frame. */
const widths = new Map<string, number>();
const mostKept = 20_000;

/** Writes text on a canvas. */
export class Texts {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly font: string,
  ) {}

  /** As much of a text as fits into a width; empty when that is fewer than `least` characters, which says nothing. */
  fit(text: string, width: number, style: Style, least = 3): string {
    if (width < 14) return '';
    const needed = this.widthOf(text, style);
    if (needed <= width) return text;
    const kept = Math.floor((text.length * width) / needed) - 1;
    return kept < least ? '' : `${text.slice(0, kept)}…`;
  }

  write(text: string, x: number, y: number, color: string, style: Style): void {
    if (text === '') return;
    this.context.font = this.fontOf(style);
    this.context.fillStyle = color;
    this.context.fillText(text, x, y);
  }

  /** A ground behind two lines of text, so that they can be read on stripes. */
  back([first, second]: readonly [string, string], x: number, y: number, color: string): void {
    const width = Math.max(this.widthOf(first, 'symbol'), this.widthOf(second, 'who'));
    if (width === 0) return;
    this.context.fillStyle = color;
    this.context.fillRect(x - 3, y - 11, width + 6, second === '' ? 15 : 28);
  }

  private widthOf(text: string, style: Style): number {
    const key = `${style} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size > mostKept) widths.clear();
    this.context.font = this.fontOf(style);
    const { width } = this.context.measureText(text);
    widths.set(key, width);
    return width;
  }

  private fontOf(style: Style): string {
    const { weight, size } = sizes[style];
    return `${weight} ${size}px ${this.font}`;
  }
}

/** The colours of the tokens, as a canvas wants them. */
export interface Palette {
  readonly surface: string;
  readonly ground: string;
  readonly file: string;
  readonly line: string;
  readonly text: string;
  readonly faint: string;
  readonly bad: string;
  readonly focus: string;
  readonly font: string;
  /** By hue. */
  readonly hues: readonly { readonly mark: string; readonly soft: string; readonly text: string }[];
}

/** Reads the colours of the theme that is shown; `swatches` has one element per hue. */
export function paletteOf(swatches: HTMLElement): Palette {
  const style = getComputedStyle(swatches);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: value('--surface'),
    ground: value('--bg'),
    file: value('--hover'),
    line: value('--line'),
    text: value('--fg'),
    faint: value('--fg-3'),
    bad: value('--bad'),
    focus: value('--focus'),
    font: value('--font'),
    hues: [...swatches.children].map((swatch) => {
      const hue = getComputedStyle(swatch);
      return {
        mark: hue.getPropertyValue('--mark').trim(),
        soft: hue.getPropertyValue('--mark-soft').trim(),
        text: hue.getPropertyValue('--mark-text').trim(),
      };
    }),
  };
}
