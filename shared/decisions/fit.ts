/** SIM-3: from this similarity on a decision fits a question; what is less similar is weak. */
export const fitsFrom = 0.25;

/** SIM-3: what a search says that shows nothing; with `isAnyNear` there is something that a smaller `min_similarity` shows. */
export function nothingFits(isAnyNear: boolean): string {
  return isAnyNear
    ? 'Nothing fits. With min_similarity 0 the search shows the nearest all the same.'
    : 'Nothing fits, and nothing is near.';
}

/** SIM-3: what a search says that shows so many weak ones; undefined without any. */
export function weakOnes(count: number): string | undefined {
  if (count === 0) return undefined;
  const those = count === 1 ? '1 result is' : `${count} results are`;
  return `${those} weak (similarity below ${fitsFrom}) and may be about something else.`;
}
