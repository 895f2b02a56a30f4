import type { Output } from '../../../../../../shared/api/operations.ts';

export type UsageAnswer = Output<'usage'>;

/** How much of the limit is used, 0 to 1; undefined where there is no limit. */
export function shareOf(used: number, limit: number | null): number | undefined {
  return limit === null ? undefined : Math.min(1, used / Math.max(1, limit));
}

/** What a share of the limit means: everything is well, it runs short, or nothing is left. */
export function toneOf(share: number | undefined): 'plain' | 'warn' | 'bad' {
  if (share === undefined || share < 0.8) return 'plain';
  return share < 1 ? 'warn' : 'bad';
}

/** How high each bar is, 0 to 1, next to the highest. */
export function heights(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts);
  return counts.map((count) => count / most);
}

/** `in 6 h`, `in 20 min`: when the day of the counts ends. */
export function resetsIn(at: string, nowMs: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 60_000));
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.floor(minutes / 60)} h`;
}
