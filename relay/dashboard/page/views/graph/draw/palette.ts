import type { Dot } from './scene.ts';
import { hueOf } from '../../../kit/hues.ts';

/** The colours of the tokens, as WebGL and a canvas both read them. */
export interface Palette {
  readonly ground: string;
  readonly region: string;
  readonly regionLine: string;
  readonly text: string;
  readonly quiet: string;
  readonly faint: string;
  readonly focus: string;
  readonly decision: string;
  readonly stale: string;
  readonly ended: string;
  readonly code: string;
  readonly symbol: string;
  readonly area: string;
  readonly dim: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly lineDim: string;
  readonly bundle: string;
  readonly folder: string;
  readonly font: string;
  readonly mono: string;
  /** By hue. */
  readonly people: readonly string[];
}

/** Reads the colours of the theme that is shown; `swatches` has one element per hue. */
export function paletteOf(swatches: HTMLElement): Palette {
  const style = getComputedStyle(swatches);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const color = reader(value('--bg'));
  const token = (name: string, share = 1) => color(value(name), share);
  return {
    ground: token('--bg'),
    region: token('--surface'),
    regionLine: token('--line'),
    text: token('--fg'),
    quiet: token('--fg-2'),
    faint: token('--fg-3'),
    focus: token('--focus'),
    decision: token('--accent'),
    stale: token('--graph-stale'),
    ended: token('--line-strong'),
    code: token('--fg-3'),
    symbol: token('--field-line'),
    area: token('--fg'),
    dim: token('--line-strong', 0.55),
    line: token('--fg-3', 0.22),
    lineStrong: token('--accent', 0.75),
    lineDim: token('--fg-3', 0.06),
    bundle: token('--fg-3', 0.16),
    folder: token('--fg-3', 0.34),
    font: value('--font'),
    mono: value('--mono'),
    people: [...swatches.children].map((swatch) =>
      color(getComputedStyle(swatch).getPropertyValue('--mark').trim(), 1),
    ),
  };
}

export function colorOf(dot: Dot, palette: Palette): string {
  switch (dot.kind) {
    case 'decision':
      if (dot.state === 'stale') return palette.stale;
      return dot.state === 'ended' ? palette.ended : palette.decision;
    case 'person':
      return palette.people[hueOf(dot.label)] ?? palette.text;
    case 'area':
      return palette.area;
    case 'folder':
      return palette.folder;
    case 'symbol':
      return palette.symbol;
    default:
      return palette.code;
  }
}

/**
 * Whatever a style sheet may say, as `rgb(…)`: WebGL has no style sheets. With a `share` below 1 mixed with the ground, as marks of
 * WebGL are drawn without transparency.
 */
function reader(ground: string): (color: string, share: number) => string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (color, share) => {
    if (context === null) return color;
    context.globalAlpha = 1;
    context.fillStyle = ground;
    context.fillRect(0, 0, 1, 1);
    context.globalAlpha = share;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${r},${g},${b})`;
  };
}
