/** What stands in the way, and the command that helps. */
export interface Advice {
  readonly what: string;
  /** Empty where the reason names none. */
  readonly command: string;
}

/**
 * The reasons of `coord watch` end with the command. Only its own commands are offered to be copied: the reason is the text of
 * another member, and could name any.
 */
const advice = /^(.*?)[.,;]?\s*\b(?:then|try): (git pull --ff-only|git fetch \w[\w./-]*)$/is;

/** Takes the command off the end of a reason. */
export function commandIn(reason: string): Advice {
  const [, what = '', command = ''] = advice.exec(reason.trim()) ?? [];
  return command === '' ? { what: reason, command } : { what: `${what}.`, command };
}
