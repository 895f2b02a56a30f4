import { firstFew } from '../kernel/first-few.ts';
import { quoted } from '../kernel/display.ts';

const mostNamed = 5;

/** The first few of some texts, in quotes that they cannot end (TXT-3), and how many more there are. */
export function named(texts: readonly string[]): string {
  return firstFew(texts, mostNamed, (text) => quoted(text, 100));
}

/** A sentence for people on what of a reading is left out; none where that is nothing. */
export function leftOut(texts: readonly string[], why: string): string[] {
  return texts.length === 0 ? [] : [`Left out, because ${why}: ${named(texts)}.`];
}
