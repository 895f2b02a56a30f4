/** MTG-12: a confidence of 0 to 1 in a word for people. */
export function confidenceWord(confidence: number): 'sure' | 'likely' | 'unsure' {
  if (confidence >= leastSure) return 'sure';
  return confidence >= leastLikely ? 'likely' : 'unsure';
}

export const leastSure = 0.8;
const leastLikely = 0.5;
