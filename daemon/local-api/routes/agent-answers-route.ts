import type { ServerResponse } from 'node:http';
import {
  agentAnswersPath,
  agentAnswersStreamPath,
  type NewAgentAnswer,
} from '../../../shared/dashboard/agent-answers.ts';
import { connectionLimits } from '../../../shared/contract/connection-limits.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  beginEvents,
  commentFrame,
  eventFrame,
  maxBufferedBytes,
  writeFrame,
} from '../../../shared/node/http/server-sent-events.ts';
import type { AgentAnswerLog } from '../../hooks/agent-answers.ts';
import { send } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import type { Exchange, Routes } from '../local-api.ts';

/** As the feed of a relay (FED-3). */
const heartbeatMs = 2_000;

export interface AgentAnswersContext {
  readonly answerLog: Pick<AgentAnswerLog, 'list' | 'follow'>;
  readonly guard: Pick<Guard, 'callerOf'>;
}

interface OpenStream {
  readonly authorization: string | undefined;
  readonly response: ServerResponse;
}

/** LOC-9: what the agents of this daemon were answered, for its user's own dashboard. */
export class AgentAnswerStreams {
  private readonly open = new Set<OpenStream>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly context: AgentAnswersContext) {}

  routes(): Routes {
    return {
      [`GET ${agentAnswersPath}`]: {
        access: 'user',
        summary: 'What coord has answered to the agents here, in memory only',
        handle: ({ response }) => send(response, this.context.answerLog.list()),
      },
      [`GET ${agentAnswersStreamPath}`]: {
        access: 'user',
        summary: 'The same as Server-Sent Events, one for each new answer',
        handle: (exchange) => this.follow(exchange),
      },
    };
  }

  /** Ends the streams of those who may read them no more. */
  async recheck(): Promise<void> {
    for (const { authorization, response } of this.open)
      if (isRefusal(await this.context.guard.callerOf(authorization))) response.end();
  }

  /** Ends all of them. */
  close(): void {
    clearInterval(this.timer);
    for (const { response } of this.open) response.end();
  }

  private follow({ request, response }: Exchange): void {
    const since = sinceIn(request.url ?? '', request.headers['last-event-id']);
    if (isRefusal(since)) return send(response, since);
    if (this.open.size >= connectionLimits.feedsThroughDaemon) return send(response, tooMany);
    beginEvents(response);
    if (request.method === 'HEAD') return void response.end();
    response.write(commentFrame('coord agent answers'));
    const stream = { authorization: request.headers.authorization, response };
    const unfollow = this.context.answerLog.follow(since, (answer) => write(response, answer));
    this.open.add(stream);
    this.timer ??= setInterval(() => this.beat(), heartbeatMs).unref();
    response.once('close', () => {
      unfollow();
      this.open.delete(stream);
    });
  }

  private beat(): void {
    void this.recheck();
    for (const { response } of this.open) writeFrame(response, commentFrame('heartbeat'));
  }
}

const tooMany = refuse('RateLimited', 'Too many pages follow these answers. Close some of them.', {
  retry_after: 1,
});

/** Undefined where a stream begins with the next answer. */
function sinceIn(url: string, header: string | string[] | undefined): number | undefined | Refusal {
  const given = new URLSearchParams(url.split('?')[1]).get('since') ?? header;
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given);
  return refuse('ValidationError', 'since must be the seq of an answer.', { field: 'since' });
}

function write(response: ServerResponse, answer: NewAgentAnswer): void {
  writeFrame(response, eventFrame(answer, answer.answer.seq));
  // It is cut off, and reads the list again.
  if (response.writableLength > maxBufferedBytes) response.destroy();
}
