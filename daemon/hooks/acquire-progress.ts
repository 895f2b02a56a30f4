import type { ConversationKey } from '../../shared/sessions/rules.ts';
import { joined } from './notices/messages.ts';
import type { AcquireAnswer } from './reserve.ts';

/** What has become of one call so far: an answer for each file that was reserved, and what the agent must know of its changes. */
export interface AcquiredSoFar {
  /** Undefined when nothing was reserved. */
  readonly answer: AcquireAnswer | undefined;
  readonly impact: string | undefined;
}

/** HOK-3: one call that has written files, while they are reserved. */
export class AcquireProgress {
  filesDone = 0;
  isCancelled = false;
  /** Empty until the relay has told it. */
  sessionId = '';
  private answer: AcquireAnswer | undefined;
  private impact: string | undefined;

  constructor(
    readonly conversation: ConversationKey,
    private readonly files: number,
  ) {}

  add({ answer, impact }: { answer?: AcquireAnswer; impact?: string | undefined }): void {
    if (answer !== undefined) {
      this.sessionId = answer.session_id;
      this.answer = merged(this.answer, answer);
    }
    this.impact = joined(this.impact, impact);
  }

  /** What has been added since it was last taken. */
  take(): AcquiredSoFar {
    const { answer, impact } = this;
    this.answer = undefined;
    this.impact = undefined;
    return { answer, impact };
  }

  /** What the agent is told of the files that are not reserved yet. */
  text(): string {
    if (this.files === 1) return 'coord: this write is not reserved yet; that follows in a moment.';
    return `coord: ${this.filesDone} of ${this.files} files are reserved so far; the rest follows.`;
  }
}

/** One answer for a call that wrote several files. Grown in place: there may be thousands. */
function merged(sum: AcquireAnswer | undefined, next: AcquireAnswer): AcquireAnswer {
  if (sum === undefined)
    return { ...next, reserved: [...next.reserved], conflicts: [...next.conflicts] };
  for (const one of next.reserved) sum.reserved.push(one);
  for (const one of next.conflicts) sum.conflicts.push(one);
  return { ...sum, ...next, reserved: sum.reserved, conflicts: sum.conflicts };
}
