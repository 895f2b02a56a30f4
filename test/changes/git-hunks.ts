/** The hunks of git between texts, and the regions in which two sides of a merge meet. */
import { hunksOf } from '../lines/git-answers.ts';

export interface GitHunk {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Lines of the common base that both sides have changed, each to something else, and where they lie in the sides. */
export interface MeetingRegion {
  readonly start: number;
  readonly end: number;
  readonly ours: string;
  readonly theirs: string;
  readonly isAlike: boolean;
}

/** Texts are named first, so that git is started once for many. */
export class GitHunks {
  private readonly pairs = new Map<string, Map<string, GitHunk[]>>();

  want(before: string, after: string): void {
    const known = this.pairs.get(before) ?? new Map<string, GitHunk[]>();
    this.pairs.set(before, known);
    if (!known.has(after)) known.set(after, []);
  }

  ask(): void {
    const wanted = [...this.pairs].flatMap(([base, sides]) =>
      [...sides].map(([ours, hunks]) => ({ base, ours, theirs: base, hunks })),
    );
    hunksOf(wanted).forEach((answer, at) => wanted[at]?.hunks.push(...hunksIn(answer)));
  }

  between(before: string, after: string): readonly GitHunk[] {
    const hunks = this.pairs.get(before)?.get(after);
    if (hunks === undefined) throw new Error('these texts were not named');
    return hunks;
  }

  /** Hunks of the two sides that overlap or adjoin, with all that touch them. */
  meetings(base: string, ours: string, theirs: string): MeetingRegion[] {
    const sides = [this.between(base, ours), this.between(base, theirs)] as const;
    const regions: { start: number; end: number; ofOurs: boolean; ofTheirs: boolean }[] = [];
    const all = sides.flatMap((hunks, side) => hunks.map((hunk) => ({ ...hunk, side })));
    for (const { start, end, side } of all.sort((a, b) => a.start - b.start || a.end - b.end)) {
      const last = regions.at(-1);
      const isNew = last === undefined || start > last.end;
      const region = isNew ? { start, end, ofOurs: false, ofTheirs: false } : last;
      region.end = Math.max(region.end, end);
      if (side === 0) region.ofOurs = true;
      else region.ofTheirs = true;
      if (isNew) regions.push(region);
    }
    return regions
      .filter(({ ofOurs, ofTheirs }) => ofOurs && ofTheirs)
      .map(({ start, end }) => {
        const [here, there] = [ours, theirs].map((text, side) =>
          linesBehind(text, { start, end }, sides[side] ?? []),
        );
        return { start, end, ours: here ?? '', theirs: there ?? '', isAlike: here === there };
      });
  }
}

export function touching(
  one: { start: number; end: number },
  other: { start: number; end: number },
): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function hunksIn(answer: string): GitHunk[] {
  return answer
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [start = 0, end = 0, newStart = 0, newEnd = 0] = part.split(/[-:]/).map(Number);
      return { start, end, newStart, newEnd };
    });
}

/** What has become of lines that no hunk crosses, with the hunks at their ends. */
function linesBehind(
  text: string,
  { start, end }: { start: number; end: number },
  hunks: readonly GitHunk[],
): string {
  const above = hunks.filter((hunk) => hunk.end < start).at(-1);
  const last = hunks.filter((hunk) => hunk.start <= end).at(-1);
  const from = start + (above === undefined ? 0 : above.newEnd - above.end);
  const to = end + (last === undefined ? 0 : last.newEnd - last.end);
  return text
    .split(/(?<=\n)/)
    .slice(from, to)
    .join('');
}
