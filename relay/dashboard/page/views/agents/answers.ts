import { signal, type ReadonlySignal } from '@preact/signals';
import {
  agentAnswersPath,
  agentAnswersStreamPath,
  type AgentAnswers,
  type NewAgentAnswer,
} from '../../../../../shared/dashboard/agent-answers.ts';
import { readEventStream } from '../../../../../shared/feed/event-stream.ts';
import { servicePath } from '../../client/service.ts';
import { keyNow } from '../../client/sign-in.ts';
import { piecesOf } from '../../client/connect.ts';
import { withAnswer, type Answered } from './kept.ts';

const retryMs = 700;

/** What the daemon has answered to its user's agents, and goes on answering. */
export class AnswersFeed {
  private readonly agentsNow = signal<readonly Answered[] | undefined>(undefined);
  private readonly stopping = new AbortController();

  constructor() {
    void this.run();
  }

  /** Undefined until they were read for the first time. */
  get agents(): ReadonlySignal<readonly Answered[] | undefined> {
    return this.agentsNow;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** After a break everything is read again: the daemon may have been started anew. */
  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.read().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  private async read(): Promise<void> {
    const list = await this.ask(agentAnswersPath);
    if (!list.ok) return;
    const { agents, newest } = (await list.json()) as AgentAnswers;
    this.agentsNow.value = agents;
    const { body } = await this.ask(`${agentAnswersStreamPath}?since=${newest}`);
    if (body === null) return;
    for await (const item of readEventStream(piecesOf(body)))
      if (item.kind === 'message')
        this.agentsNow.value = withAnswer(
          this.agentsNow.value ?? [],
          JSON.parse(item.data) as NewAgentAnswer,
        );
  }

  private ask(path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${keyNow()}` };
    return fetch(servicePath + path, { headers, signal: this.stopping.signal });
  }
}
