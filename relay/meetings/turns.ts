import { asData } from '../../shared/kernel/display.ts';

/** What one person says until somebody else speaks. `speaker` is empty when the transcript does not name them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
}

const maxNameLength = 40;
/** `[00:01:02]`, `00:01`, `(1:02:03.250)` at the start of a line. */
const clock = /^[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?\s*/;
/** Lines of subtitles (SRT and WebVTT) that hold no text: numbers and times. */
const subtitle = /^(?:WEBVTT\b.*|\d{1,6}|(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3} --> .*)$/;
/** `Ann:`, `Dr. Ann Lee:`, `<v Ann>`; a name has at most four words. */
const spoken =
  /^(?:<v\s+([^>]{1,40})>|([\p{Lu}][\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3})\s*(?:\([^)]{0,40}\))?:\s)/u;
/** Words before a colon that are not names (MTG-5): what is to do or was decided, and the headings of minutes. */
const labels = new RegExp(
  `^(?:(?:meeting|team|sprint|project|main|key|open|other|general|further|new|next|our|risks and|date and)\\s+)?(?:${[
    'action(?: item| point)?s?|todos?|to do|tasks?|next steps?|follow[- ]?ups?|assignments?',
    'decisions?(?: made)?|decided|agreed|agreements?|resolutions?|outcomes?|conclusions?',
    'attendees?|attendance|attending|participants?|present|absent|absentees|apologies|regrets|invitees|guests|who',
    'agenda|topics?|items?|notes?|minutes|transcript|discussions?|summary|recap|overview|updates?|status|steps?',
    'background|context|goals?|objectives?|purpose|questions?|issues?|risks?|blockers?|problems?|reasons?|rationale|why',
    'title|subject|date|day|time|when|where|location|place|duration|link|links|references?|deadlines?|due|owners?',
    'parking lot|retrospective|demo|misc(?:ellaneous)?|any other business|aob|warning|important|note|example',
  ].join('|')})$`,
  'i',
);

/** The turns of a transcript as people and tools write them: `Ann: ...`, with or without times, or subtitles. */
export function turnsIn(transcript: string): Turn[] {
  const turns: { speaker: string; text: string }[] = [];
  for (const raw of transcript.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === '' || subtitle.test(line)) continue;
    const { speaker, text } = speakerOf(line.replace(clock, ''));
    const last = turns.at(-1);
    if (last !== undefined && (speaker === undefined || speaker === last.speaker)) {
      last.text += `\n${text}`;
    } else {
      turns.push({ speaker: speaker ?? '', text });
    }
  }
  return turns;
}

/** Everybody who speaks, each once, in the order of their first words. */
export function speakersOf(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))].filter((name) => name !== '');
}

function speakerOf(line: string): { speaker: string | undefined; text: string } {
  const found = spoken.exec(line.slice(0, 2 * maxNameLength + 10));
  const name = (found?.[1] ?? found?.[2])?.trim();
  if (found === null || name === undefined || name.length > maxNameLength || labels.test(name)) {
    return { speaker: undefined, text: line };
  }
  return { speaker: asData(name, maxNameLength), text: line.slice(found[0].length).trim() };
}
