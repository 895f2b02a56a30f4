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
