import type { LogEvent } from '../contract/events/events.ts';
import { whatToDoWhenStale } from './notification-texts.ts';

/** What makes an earlier text about the same untrue: the end of a negotiation, or that a person settles it, and a task that is handed over anew or cancelled. */
const ends = [
  /^coord: the negotiation (?<id>neg_\w+) about .*? found no end/,
  /^coord: the negotiation (?<id>neg_\w+) about .*? has ended(?<asBefore>(?: \(hold\)| without an answer in time)\. Yours now)?/,
  /^coord: .{1,90}? (?:hands you|cancelled) the task (?<id>tsk_\w+) /,
];
const granted = /^coord: (.+) is yours now, as you asked\./;

/**
 * Of the texts that wait for one session, in their order, those that still matter. What has ended since needs no answer. A
 * negotiation that the holder has not heard of, and that left it everything, was nothing to it.
 */
export function withoutOutdated(texts: readonly string[]): string[] {
  const ended = texts.map((text) => endIn(text));
  const isOver = (text: string, at: number) =>
    ended.some((one, end) => end > at && one !== undefined && text.includes(one.id));
  const isUnheard = (at: number) => {
    const { id, asBefore } = ended[at] ?? {};
    if (id === undefined || asBefore === undefined) return false;
    return texts.slice(0, at).some((one) => one.includes(id) && one.includes(' asks you for '));
  };
  return texts.filter((text, at) => !isOver(text, at) && !isUnheard(at) && !isSaid(text, texts));
}

function endIn(text: string): { id: string; asBefore?: string } | undefined {
  const found = ends.map((end) => end.exec(text)?.groups).find((groups) => groups !== undefined);
  return found as { id: string; asBefore?: string } | undefined;
}

/** What a negotiation gave was waited for too. */
function isSaid(text: string, texts: readonly string[]): boolean {
  const what = granted.exec(text)?.[1];
  if (what === undefined) return false;
  return texts.some((one) => endIn(one) !== undefined && one.includes(` Yours now: ${what}.`));
}

/** What an event makes untrue of the texts that wait, for whomever; undefined when it is nothing. DEC-2 */
export function outdatedBy(event: LogEvent): ((text: string) => boolean) | undefined {
  switch (event.type) {
    case 'decision_reaffirmed':
    case 'decision_superseded': {
      const { id = '' } = event.decision;
      return (text) => text.endsWith(`(${id}) is about. ${whatToDoWhenStale}`);
    }
    default:
      return undefined;
  }
}
