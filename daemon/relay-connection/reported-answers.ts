import { operations, type JsonOperationName } from '../../shared/api/operations.ts';
import { isOwnRefusal, isUnanswered } from '../../shared/api/own-refusal.ts';
import type { Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

/**
 * Says once, and not at every try, that what the relay answers is no answer of coord (LNK-1), or that the relay cannot store
 * anything (DUR-5).
 */
export class ReportedAnswers {
  /** What is wrong with the relay's answers; undefined when the last one was good. */
  problem: string | undefined;
  /** Whether the relay could not store the last that it was told. */
  isStoreAway = false;

  constructor(private readonly logger: Logger) {}

  /** The client, but its answers are looked at. */
  reporting(client: Client): Client {
    return {
      call: async (name, input, options) => {
        const answer = await client.call(name, input, options);
        this.note(name, isRefusal(answer) ? answer : undefined);
        return answer;
      },
    };
  }

  private note(name: JsonOperationName, refusal: Refusal | undefined): void {
    if (refusal?.details['operation'] === name) return this.set(refusal.message, false);
    if (refusal !== undefined && isStoreAway(refusal))
      return this.set(`The relay answers each write with: ${refusal.message}`, true);
    // A relay that cannot write may go on to read and to refuse.
    const isProof = refusal === undefined && (name === 'ready' || !operations[name].readOnly);
    if (!this.isStoreAway || isProof) this.set(undefined, false);
  }

  private set(problem: string | undefined, isAway: boolean): void {
    if (problem !== undefined && problem !== this.problem) this.logger.warn(problem);
    this.problem = problem;
    this.isStoreAway = isAway;
  }
}

function isStoreAway(refusal: Refusal): boolean {
  return refusal.error === 'Unavailable' && isOwnRefusal(refusal) && !isUnanswered(refusal);
}
