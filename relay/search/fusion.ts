const damping = 60;

export interface Ranked {
  readonly number: number;
  /** 0 to 1: how much its place in the list counts. */
  readonly weight: number;
}

export interface Fused {
  readonly number: number;
  readonly similarity: number;
}

/**
 * Weighted reciprocal rank fusion: each list gives its entry at place `p` (from 1) the score `weight / (60 + p)`. The similarity
 * is the sum of the scores as a share of what the first place in every list would give: 1 for an entry that leads all
 * of them with full weight.
 */
export function fuse(lists: readonly (readonly Ranked[])[], limit: number): Fused[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [index, { number, weight }] of list.entries()) {
      scores.set(number, (scores.get(number) ?? 0) + weight / (damping + index + 1));
    }
  }
  const most = lists.length / (damping + 1);
  return [...scores]
    .map(([number, score]) => ({ number, similarity: Math.min(1, score / most) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}
