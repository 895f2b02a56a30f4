import { pathsAmong } from '../../shared/kernel/paths.ts';
import {
  proposalInstructions,
  proposalPrompt,
  proposalsIn,
  type Proposal,
} from '../../shared/traces/proposals.ts';
import type { Call } from '../kernel/handlers.ts';
import { record } from '../decisions/record.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { CommandRunner } from '../access/command-runner.ts';

interface Traced {
  readonly kind: string;
  readonly text: string;
}

/** Looks for decisions in traces, after the push was answered. A proposal does not count until a person accepts it. */
export class Proposer {
  private waiting = 0;
  private work: Promise<void> = Promise.resolve();
  private recording: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly commandRunner: CommandRunner,
    private readonly model: LanguageModel,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Asks the model about one push at a time. When too many wait, further traces are skipped. */
  offer(call: Call, workspaceId: string, traces: readonly Traced[]): void {
    if (this.closed || this.waiting >= maxWaiting || traces.length === 0) return;
    this.waiting += 1;
    this.work = this.work
      .then(() => this.propose(call, workspaceId, traces))
      .catch(this.onError)
      .finally(() => (this.waiting -= 1));
  }

  /** Drops what the model has not answered yet. */
  async close(): Promise<void> {
    this.closed = true;
    await this.recording;
  }

  private async propose(call: Call, workspaceId: string, traces: readonly Traced[]): Promise<void> {
    if (this.closed) return;
    const answer = await this.model.complete(proposalInstructions, proposalPrompt(traces));
    if (this.closed) return;
    this.recording = this.keep(call, workspaceId, proposalsIn(answer));
    await this.recording;
  }

  private async keep(
    { caller }: Call,
    workspaceId: string,
    proposals: readonly Proposal[],
  ): Promise<void> {
    for (const proposal of proposals) {
      const decision = { ...proposal, files: pathsAmong(proposal.files), proposed: true as const };
      await this.commandRunner.run({ caller }, { id: workspaceId }, 'member', (tx, scope) =>
        record(tx, scope, decision),
      );
    }
  }
}

const maxWaiting = 20;
