import {
  agentAnswersKept,
  type AgentAnswer,
  type AnsweredAgent,
  type NewAgentAnswer,
} from '../../../../../shared/dashboard/agent-answers.ts';

/** One conversation with what it was answered, the newest last. */
export type Answered = AnsweredAgent & { readonly answers: readonly AgentAnswer[] };

/** Unique among the conversations of a daemon. */
export function idOf(agent: AnsweredAgent): string {
  return `${agent.conversation_id} ${agent.agent_id ?? ''}`.trim();
}

/** LOC-9: the conversations after one more answer: the one that was answered comes first, and no more are kept than there. */
export function withAnswer(
  agents: readonly Answered[],
  { agent, answer }: NewAgentAnswer,
): readonly Answered[] {
  const id = idOf(agent);
  const known = agents.find((one) => idOf(one) === id)?.answers ?? [];
  const answers = [...known, answer].slice(-agentAnswersKept.answersOfEach);
  const others = agents.filter((one) => idOf(one) !== id);
  return [{ ...agent, answers }, ...others].slice(0, agentAnswersKept.agents);
}
