import { figures } from '../../../kit/lists/counts.ts';
/** Said again here, because the schemas are not loaded into a page: what the interface takes at most. */
export const longestTranscript = 2_000_000;
/** Longer texts stand beside the form and not in it: a field of that length takes seconds to lay out. */
export const longestInField = 100_000;

/** Why a transcript is not taken; empty when it is. */
export function problemOf(transcript: string): string {
  if (transcript.trim() === '') return 'Paste what was said, or drop a file.';
  if (transcript.length <= longestTranscript) return '';
  return `This has ${figures(transcript.length)} characters; at most ${figures(longestTranscript)} are taken. Split it into two meetings.`;
}

/** `standup-2026-11-20.txt` as a title: `standup 2026 11 20`. */
export function titleFromFile(name: string): string {
  return name
    .replace(/\.\w{1,5}$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
}
