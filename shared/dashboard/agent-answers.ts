/** LOC-9: routes of the daemon alone, for the view of what coord has told the agents of its user. */
export const agentAnswersPath = '/agents/answers';
/** Server-Sent Events; `?since=` is the `seq` after which they begin, by default the newest. */
export const agentAnswersStreamPath = `${agentAnswersPath}/stream`;

/** How much the daemon keeps, in memory only. */
export const agentAnswersKept = { agents: 30, answersOfEach: 50, textLength: 4_096 } as const;

/**
 * `deny`: a write may not go ahead. `allow`: it may. `told`: the answer to something else had a text for the agent. `quiet`: it
 * had none.
 */
export type AnswerKind = 'allow' | 'deny' | 'told' | 'quiet';

/** One answer to an agent. */
export interface AgentAnswer {
  /** Counts all answers of this run of the daemon, from 1. */
  readonly seq: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The hook in its client's own words; `sync`, or `mcp` for what was told with the answer of another tool. */
  readonly event: string;
  /** In the repository; of a call that names several, the first. */
  readonly file?: string;
  readonly answer: AnswerKind;
  /** What the agent was told, cut at 4,096 characters; empty where it was told nothing. */
  readonly text: string;
  /** From the whole request to the answer, in milliseconds. */
  readonly took_ms: number;
}

/** Who was answered: one conversation of an agent. */
export interface AnsweredAgent {
  /** Undefined where the conversation has no session yet, or no more. */
  readonly session_id?: string;
  readonly conversation_id: string;
  /** Of an agent that another one has started in its conversation. */
  readonly agent_id?: string;
  readonly agent_type: string;
  /** Empty where none is known. */
  readonly task: string;
}

/** The answer of `GET /agents/answers`. */
export interface AgentAnswers {
  /** The one that was answered last comes first; the answers of each are in their order, the newest last. */
  readonly agents: readonly (AnsweredAgent & { readonly answers: readonly AgentAnswer[] })[];
  /** The `seq` of the newest answer, 0 before the first: follow from here and none is missed. */
  readonly newest: number;
}

/** The data of one message of the stream; its id is the `seq`. */
export interface NewAgentAnswer {
  readonly agent: AnsweredAgent;
  readonly answer: AgentAnswer;
}
