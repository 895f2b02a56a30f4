import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import { joined } from './notices/messages.ts';
import { mergedAnswer, type AcquireAnswer } from './reserve.ts';

interface Added {
  readonly answer?: AcquireAnswer;
  /** What else the agent must know of its write. */
  readonly notice?: string | undefined;
  /** Those of the answer's conflicts whose place is gone. */
  readonly removed?: readonly ConflictRecord[] | undefined;
}

/** HOK-3: one call that has written files, while they are reserved. */
export class AcquireProgress {
  filesDone = 0;
  isCancelled = false;
  /** Empty until the relay has told it. */
  sessionId = '';
  private answer: AcquireAnswer | undefined;
  private notice: string | undefined;
  private removed: readonly ConflictRecord[] = [];

  constructor(
    readonly conversation: ConversationKey,
    private readonly files: number,
  ) {}

  add({ answer, notice, removed = [] }: Added): void {
    this.removed = [...this.removed, ...removed];
    if (answer !== undefined) {
      this.sessionId = answer.session_id;
      this.answer = mergedAnswer(this.answer, answer);
    }
    this.notice = joined(this.notice, notice);
  }

  /** What has been added since it was last taken; no answer when nothing was reserved. */
  take() {
    const { answer, notice, removed } = this;
    this.answer = undefined;
    this.notice = undefined;
    this.removed = [];
    return { answer, notice, removed };
  }

  /** What the agent is told of the files that are not reserved yet. */
  text(): string {
    if (this.files === 1) return 'coord: this write is not reserved yet; that follows in a moment.';
    return `coord: ${this.filesDone} of ${this.files} files are reserved so far; the rest follows.`;
  }
}
