import { asCode, shownUser } from '../kernel/display.ts';

/** Lines that the other session has changed, where they stand in the file of the session that is denied. */
export interface CollidingLines {
  /** Counted from 0, end exclusive; equal for lines that were only removed, which stood before `start`. */
  readonly start: number;
  readonly end: number;
  /** The other side's lines, when they are on this machine. Never sent anywhere. */
  readonly excerpt?: readonly string[] | undefined;
  /** Whether the denied edit is of the lines beside these, and of none of them. */
  readonly adjoins?: boolean | undefined;
  /** Whether the other session has removed the file. */
  readonly isRemoved?: boolean | undefined;
  /** Whether these lines are again as they were before the other session changed them. */
  readonly isTakenBack?: boolean | undefined;
}

/** The call moves the file to another name, or removes it. */
export type Departure = 'moved' | 'removed';

interface Colliding {
  /** Where the two changes meet, as far as that is known. */
  readonly meeting?: CollidingLines | undefined;
  /** The name of the holder. */
  readonly holder: string;
  readonly departure?: Departure | undefined;
}

const maxExcerptLines = 6;
const maxExcerptLength = 160;

export const departures: Record<Departure, string> = {
  moved: 'Your call moves the file away',
  removed: 'Your call removes the file',
};

/** "Your edit touches lines 12-14, which Ann has changed to: ..." */
export function describeCollision({ meeting, holder, departure }: Colliding): string {
  if (meeting === undefined) return '';
  if (meeting.isRemoved === true) return `${shownUser(holder)} has removed the file. `;
  const excerpt = meeting.excerpt?.slice(0, maxExcerptLines) ?? [];
  const verb = meeting.adjoins === true ? 'adjoins' : 'touches';
  const did =
    departure === undefined
      ? `Your edit ${verb} ${describeLines(meeting)}`
      : `${departures[departure]}, with ${describeLines(meeting)}`;
  const head = `${did}, which ${shownUser(holder)} has changed`;
  if (meeting.isTakenBack === true) return `${head} and put back as it was. `;
  if (excerpt.length === 0) return `${head}. `;
  const shown = excerpt.map((line) => `> ${asCode(line, maxExcerptLength)}\n`);
  const more = (meeting.excerpt?.length ?? 0) > maxExcerptLines ? '> ...\n' : '';
  return `${head} to:\n${shown.join('')}${more}`;
}

/** For people, who count from 1: "line 12", "lines 12-14", or where lines were removed or none are yet. */
function describeLines({ start, end }: { readonly start: number; readonly end: number }): string {
  if (end <= start) return start === 0 ? 'the beginning' : `what is before line ${start + 1}`;
  return end === start + 1 ? `line ${end}` : `lines ${start + 1}-${end}`;
}
