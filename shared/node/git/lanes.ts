/** What decides how long a call can take. */
export interface Call {
  readonly isRemote: boolean;
  /** Milliseconds; 0 for no limit. */
  readonly timeoutMs: number;
}

interface Lane {
  readonly atOnce: number;
  running: number;
  readonly waiting: (() => void)[];
}

const quickMs = 10_000;

/**
 * GIT-4: a few git processes at a time, first come, first served. What an agent waits for is quick, and does not stand
 * behind a listing of the whole repository or a remote that does not answer.
 */
export class Lanes {
  private readonly quick = newLane(4);
  private readonly slow = newLane(4);
  private readonly remote = newLane(2);

  /** Waits for the call's turn. Answers how to end it; undefined when the signal came first. */
  async enter(call: Call, signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    const lane = this.laneOf(call);
    if (signal?.aborted === true) return undefined;
    if (lane.running < lane.atOnce) lane.running += 1;
    else if (!(await turnIn(lane, signal))) return undefined;
    return () => {
      // Whoever waits takes over the place.
      const next = lane.waiting.shift();
      if (next === undefined) lane.running -= 1;
      else next();
    };
  }

  private laneOf({ isRemote, timeoutMs }: Call): Lane {
    if (isRemote) return this.remote;
    return timeoutMs > 0 && timeoutMs <= quickMs ? this.quick : this.slow;
  }
}

function newLane(atOnce: number): Lane {
  return { atOnce, running: 0, waiting: [] };
}

/** False when the signal came before the turn. */
function turnIn({ waiting }: Lane, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const go = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve(true);
    };
    const giveUp = (): void => {
      const at = waiting.indexOf(go);
      if (at !== -1) waiting.splice(at, 1);
      resolve(false);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    waiting.push(go);
  });
}
