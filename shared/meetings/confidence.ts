/** MTG-12: a confidence of 0 to 1 in a word for people. */
export function confidenceWord(confidence: number): 'sure' | 'likely' | 'unsure' {
  if (confidence >= leastSure) return 'sure';
  return confidence >= recordedAbove ? 'likely' : 'unsure';
}

export const leastSure = 0.8;
/** MTG-12: what the built-in reader is less sure of is suggested, and not recorded. */
export const recordedAbove = 0.55;
