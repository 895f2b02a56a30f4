import {
  agentAnswersPath,
  agentAnswersStreamPath,
  type AgentAnswers,
} from '../../../shared/dashboard/agent-answers.ts';

/** Where the page is served, and who is signed in. */
export interface Place {
  /** What stands before every path of the service; empty at the root of its origin. */
  readonly basePath: string;
  readonly key: string;
}

/** LOC-9: what the daemon has answered to agents; undefined where it does not say, as at a relay. */
export async function readAgentAnswers({
  basePath,
  key,
}: Place): Promise<AgentAnswers | undefined> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(basePath + agentAnswersPath, { headers });
  return response.ok ? ((await response.json()) as AgentAnswers) : undefined;
}

/** The stream of `NewAgentAnswer` after `since`, as Server-Sent Events. */
export function openAgentAnswers(
  { basePath, key }: Place,
  since: number,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  return fetch(`${basePath}${agentAnswersStreamPath}?since=${since}`, { headers, signal });
}
