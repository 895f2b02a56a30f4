import { Slots } from '../../kernel/slots.ts';

/** What decides how long a call can take. */
export interface Call {
  readonly isRemote: boolean;
  /** Milliseconds; 0 for no limit. */
  readonly timeoutMs: number;
}

const quickMs = 10_000;

/**
 * GIT-4: a few git processes at a time, first come, first served. What an agent waits for is quick, and does not stand
 * behind a listing of the whole repository or a remote that does not answer.
 */
export class ProcessSlots {
  private readonly quick = new Slots(4);
  private readonly slow = new Slots(4);
  private readonly remote = new Slots(2);

  /** Those that the call waits in. */
  of({ isRemote, timeoutMs }: Call): Slots {
    if (isRemote) return this.remote;
    return timeoutMs > 0 && timeoutMs <= quickMs ? this.quick : this.slow;
  }
}
