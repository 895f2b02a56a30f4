/** Said again here, because the schemas are not loaded into a page: what the interface takes at most. */
export const longestTranscript = 2_000_000;
/** Longer texts stand beside the form and not in it: a field of that length takes seconds to lay out. */
export const longestInField = 100_000;

/** Why a transcript is not taken; empty when it is. */
export function problemOf(transcript: string): string {
  if (transcript.trim() === '') return 'Paste what was said, or drop a file.';
  if (transcript.length <= longestTranscript) return '';
  const figures = [transcript.length, longestTranscript].map((one) => one.toLocaleString('en-GB'));
  return `This has ${figures[0]} characters; at most ${figures[1]} are taken. Split it into two meetings.`;
}

/** `standup-2026-11-20.txt` as a title: `standup 2026 11 20`. */
export function titleFromFile(name: string): string {
  return name
    .replace(/\.\w{1,5}$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
}
