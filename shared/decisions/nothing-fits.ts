/** SIM-3: what a search says that shows nothing; with `isAnyNear` there is something that a smaller `min_similarity` shows. */
export function nothingFits(isAnyNear: boolean): string {
  return isAnyNear
    ? 'Nothing fits. With min_similarity 0 the search shows the nearest all the same.'
    : 'Nothing fits, and nothing is near.';
}
