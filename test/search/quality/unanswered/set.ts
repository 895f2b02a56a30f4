import { elsewhere } from './elsewhere.ts';
import { invented } from './invented.ts';
import { near } from './near.ts';
import { random } from './random.ts';

/** Questions that no decision of the labelled set answers, by sort. */
export const unanswered: Readonly<Record<string, readonly string[]>> = {
  'random words': linesOf(random),
  'other fields': linesOf(elsewhere),
  'invented names': linesOf(invented),
  'near, not answered': linesOf(near),
};

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
