import { shownUser } from '../../../../../../shared/kernel/display.ts';
import type { LitCell, Scene } from './draw.ts';
import { holdName } from '../model/hold-name.ts';
import type { Palette } from './palette.ts';
import type { Texts } from './texts.ts';

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
  const isDim = (cell: LitCell) => scene.agent !== '' && cell.hold.sessionId !== scene.agent;
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
  const contested = cells.filter(({ isContested }) => isContested);
  if (contested.length > 0) drawContested(context, contested, palette);
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
  cells: readonly LitCell[],
  palette: Palette,
): void {
  context.globalAlpha = 1;
  context.strokeStyle = palette.bad;
  for (const cell of cells) {
    if (cell.w < leastForHatch || cell.h < leastForHatch) drawDiamond(context, cell, palette);
    else drawHatch(context, cell);
  }
}

/** Too small for stripes: a shape that nothing else has. */
function drawDiamond(
  context: CanvasRenderingContext2D,
  { x, y, w, h }: LitCell,
  palette: Palette,
): void {
  const [cx, cy, r] = [x + w / 2, y + h / 2, 5];
  context.fillStyle = palette.bad;
  context.beginPath();
  context.moveTo(cx, cy - r);
  context.lineTo(cx + r, cy);
  context.lineTo(cx, cy + r);
  context.lineTo(cx - r, cy);
  context.fill();
}

function drawHatch(context: CanvasRenderingContext2D, { x, y, w, h }: LitCell): void {
  context.save();
  context.beginPath();
  context.rect(x, y, w, h);
  context.clip();
  context.lineWidth = 1.25;
  context.globalAlpha = 0.5;
  context.beginPath();
  for (let at = x - h; at < x + w; at += 7) {
    context.moveTo(at, y + h);
    context.lineTo(at + h, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.lineWidth = 4;
  context.strokeRect(x, y, w, h);
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
