/** What a text is about, where something later can make it untrue. */
export interface Subject {
  /** The id of a negotiation, a task or a decision. */
  readonly about?: string | undefined;
  /**
   * - `asks`: the holder is asked for something, or the session is handed a task
   * - `ends`: what was said before about the same is over
   * - `keeps`: as `ends`, and the session has what it had before it was asked
   * - `granted`: the session has what it waited for
   */
  readonly role?: 'asks' | 'ends' | 'keeps' | 'granted' | undefined;
  /** The ids of what is the session's now. */
  readonly yours?: readonly string[] | undefined;
}

/** A text that waits for an agent. */
export interface Notice extends Subject {
  readonly text: string;
}

/** A text for one session about what others did. */
export interface Notification extends Notice {
  readonly sessionId: string;
}

/** For no session nothing. */
export function tell(sessionId: string, text: string, subject: Subject = {}): Notification[] {
  return sessionId === '' ? [] : [{ sessionId, text: `coord: ${text}`, ...subject }];
}

/** Nobody is told what they did themselves. */
export function unless(
  sessionId: string,
  notifications: readonly (readonly Notification[])[],
): Notification[] {
  return notifications.flat().filter((one) => one.sessionId !== sessionId);
}
