import type { Client } from '../../shared/api/client.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

/** Says once, and not at every try, that what the relay answers is no answer of coord (LNK-1). */
export class ReportedAnswers {
  /** What was wrong with the last answer; undefined when it was a good one. */
  problem: string | undefined;

  constructor(private readonly logger: Logger) {}

  /** The client, but its answers are looked at. */
  reporting(client: Client): Client {
    return {
      call: async (name, input, options) => {
        const answer = await client.call(name, input, options);
        const isBad = isRefusal(answer) && answer.details['operation'] === name;
        this.note(isBad ? answer.message : undefined);
        return answer;
      },
    };
  }

  private note(problem: string | undefined): void {
    if (problem !== undefined && problem !== this.problem) this.logger.warn(problem);
    this.problem = problem;
  }
}
