import { shownId } from '../../../../../../shared/kernel/display.ts';
import type { Hold } from '../../../state/team.ts';
import { hueOf } from '../../../kit/hues.ts';
import { contestsAbout, type Contests } from '../model/contests.ts';
import type { Camera } from './camera.ts';
import { cellsOf, hasLabel, type Rect, type LitCell, type Scene } from './cells.ts';
import { drawCells, type Palette, Texts } from './draw-cells.ts';
import type { Box } from './layout.ts';

export interface Marked {
  readonly hovered: Box | undefined;
  /** The box that the keys are at, while the map has the focus. */
  readonly focused: Box | undefined;
}

/** A file with something in it, and one that is lit, are seen at every zoom. */
const leastLit = 4;
const textFrom = 11;

/** Draws the part of the map that the camera sees; the size is that of the canvas in pixels of the page. */
export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { camera, palette, marked }: { camera: Camera; palette: Palette; marked: Marked },
): void {
  const texts = new Texts(context, palette.font);
  const { width, height } = scene.layout;
  const onScreen = (box: Rect) => {
    const rect = seen(box, camera);
    const isIn = rect.x < width && rect.y < height && rect.x + rect.w > 0 && rect.y + rect.h > 0;
    return isIn ? rect : undefined;
  };
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  drawFolders(context, scene.layout.folders, { palette, texts, onScreen, camera });
  const lit = drawFiles(context, scene, { palette, texts, onScreen });
  drawCells(context, lit, { scene, palette, texts });
  for (const [box, color, line] of [
    [marked.hovered, palette.text, 1],
    [marked.focused, palette.focus, 2],
  ] as const) {
    if (box === undefined) continue;
    const { x, y, w, h } = seen(box, camera);
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
  }
}

interface Tools {
  readonly palette: Palette;
  readonly texts: Texts;
  onScreen(box: Rect): Rect | undefined;
}

function drawFolders(
  context: CanvasRenderingContext2D,
  folders: readonly Box[],
  { palette, texts, onScreen, camera }: Tools & { readonly camera: Camera },
): void {
  for (const box of folders) {
    const rect = onScreen(box);
    if (rect === undefined || rect.w < 3 || rect.h < 3) continue;
    context.fillStyle = box.depth % 2 === 1 ? palette.surface : palette.ground;
    context.fillRect(rect.x, rect.y, rect.w, rect.h);
    if (rect.w > 12) {
      context.strokeStyle = palette.line;
      context.lineWidth = 1;
      context.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.w - 1, rect.h - 1);
    }
    if (box.head === 0) continue;
    const top = rect.y + (box.head * camera.k) / 2 + 4;
    // A name stays in sight while the folder is moved under the edge.
    const left = Math.max(rect.x, 0) + 5;
    const text = texts.fit(shownId(box.name, 80), rect.x + rect.w - left - 6, 'folder');
    texts.write(text, left, Math.min(top, rect.y + textFrom + 12), palette.faint, 'folder');
  }
}

/** Answers the cells of what is reserved. */
function drawFiles(
  context: CanvasRenderingContext2D,
  { layout, holds, contests }: Scene,
  { palette, texts, onScreen }: Tools,
): LitCell[] {
  const lit: LitCell[] = [];
  const labels: [string, Rect, boolean][] = [];
  context.fillStyle = palette.file;
  context.beginPath();
  for (const box of layout.files) {
    const rect = onScreen(box);
    if (rect === undefined) continue;
    const held = holds.get(box.path);
    if (rect.w >= 1.5 && rect.h >= 1.5) context.rect(rect.x, rect.y, rect.w, rect.h);
    if (held !== undefined) lit.push(...litCells(atLeast(rect), held, contests));
    if (hasLabel(rect) || (held === undefined && rect.w > 44 && rect.h > 15))
      labels.push([box.name, rect, held !== undefined]);
  }
  context.fill();
  for (const [name, rect, isHeld] of labels)
    texts.write(
      texts.fit(shownId(name, 80), rect.w - 8, 'file', isHeld ? 3 : 6),
      rect.x + 4,
      rect.y + textFrom,
      isHeld ? palette.text : palette.faint,
      'file',
    );
  return lit;
}

function litCells(rect: Rect, holds: readonly Hold[], contests: Contests): LitCell[] {
  return cellsOf(rect, holds).map((cell) => ({
    ...cell,
    hue: hueOf(cell.hold.sessionId),
    isContested: contestsAbout(contests, cell.hold).length > 0,
  }));
}

function atLeast({ x, y, w, h }: Rect): Rect {
  return { x, y, w: Math.max(leastLit, w), h: Math.max(leastLit, h) };
}

/** Where a rectangle of the map is on the screen. */
export function seen({ x, y, w, h }: Rect, camera: Camera): Rect {
  const { k } = camera;
  return { x: camera.x + k * x, y: camera.y + k * y, w: k * w, h: k * h };
}
