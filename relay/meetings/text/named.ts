import { firstFew } from '../../../shared/kernel/first-few.ts';
import { quoted } from '../../../shared/kernel/display.ts';

const mostNamed = 5;

/** The first few of some texts, in quotes that they cannot end (TXT-3), and how many more there are. */
export function named(texts: readonly string[]): string {
  return firstFew(texts, mostNamed, (text) => quoted(text, 100));
}
