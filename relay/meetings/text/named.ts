import { quoted } from '../../../shared/kernel/display.ts';

const mostNamed = 5;

/** The first few of some texts, in quotes that they cannot end (TXT-3), and how many more there are. */
export function named(texts: readonly string[]): string {
  const first = texts.slice(0, mostNamed).map((text) => quoted(text, 100));
  const more = texts.length > mostNamed ? ` and ${texts.length - mostNamed} more` : '';
  return first.join(', ') + more;
}
