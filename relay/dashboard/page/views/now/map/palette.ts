/** The colours of the tokens, as a canvas wants them. */
export interface Palette {
  readonly surface: string;
  readonly ground: string;
  readonly file: string;
  readonly line: string;
  readonly strong: string;
  readonly text: string;
  readonly faint: string;
  readonly bad: string;
  readonly badSoft: string;
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
    strong: value('--line-strong'),
    text: value('--fg'),
    faint: value('--fg-3'),
    bad: value('--bad'),
    badSoft: value('--bad-soft'),
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
