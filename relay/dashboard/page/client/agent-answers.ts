import {
  agentAnswersPath,
  agentAnswersStreamPath,
  type AgentAnswers,
} from '../../../../shared/dashboard/agent-answers.ts';
import { servicePath } from './service.ts';

/** LOC-9: what the daemon has answered to agents; undefined where it does not say, as at a relay. */
export async function readAgentAnswers(key: string): Promise<AgentAnswers | undefined> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(servicePath + agentAnswersPath, { headers });
  return response.ok ? ((await response.json()) as AgentAnswers) : undefined;
}

/** The stream of `NewAgentAnswer` after `since`, as Server-Sent Events. */
export function openAgentAnswers(
  key: string,
  since: number,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  return fetch(`${servicePath}${agentAnswersStreamPath}?since=${since}`, { headers, signal });
}
