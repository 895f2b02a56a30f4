import type { Passage } from './port.ts';
import { maxIndexedText } from './words.ts';

/** Few, as hooks wait during a transaction: about ten milliseconds. */
const perStep = { passages: 50, characters: 2 * maxIndexedText } as const;

/** DEC-6: the passages in their order, in steps that one transaction takes up. */
export function* inSteps(passages: readonly Passage[]): Generator<readonly Passage[], void> {
  let step: Passage[] = [];
  let room: number = perStep.characters;
  for (const passage of passages) {
    const size = Math.min(passage.text.length, maxIndexedText);
    if (step.length === perStep.passages || (step.length > 0 && size > room)) {
      yield step;
      [step, room] = [[], perStep.characters];
    }
    step.push(passage);
    room -= size;
  }
  if (step.length > 0) yield step;
}
