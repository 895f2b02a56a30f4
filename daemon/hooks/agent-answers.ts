import { LRUCache } from 'lru-cache';
import {
  agentAnswersKept,
  type AgentAnswer,
  type AgentAnswers,
  type AnsweredAgent,
  type AnswerKind,
  type NewAgentAnswer,
} from '../../shared/dashboard/agent-answers.ts';
import { asText } from '../../shared/kernel/display.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { redactText } from '../../shared/redaction/redact.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';
import type { SyncAnswer } from '../../shared/sync/contract.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import { contextOf } from '../../shared/clients/common/answers.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';

export interface AgentAnswersDependencies {
  readonly replica: Pick<Replica, 'sessionOf'>;
  readonly paths: Pick<PathResolver, 'resolve'>;
  readonly clock: Clock;
}

/** What is told of one answer; the rest is noted here. */
interface GivenAnswer {
  readonly conversation: ConversationKey;
  readonly agentType: string;
  readonly event: string;
  /** In the client's words. */
  readonly path?: string | undefined;
  readonly answer: AnswerKind;
  readonly text: string;
  readonly tookMs: number;
}

/** As little worked on as can be, because the next hook may be there already. */
interface Kept extends Omit<GivenAnswer, 'conversation' | 'agentType'> {
  readonly seq: number;
  readonly atMs: number;
}

interface KeptAgent {
  readonly conversation: ConversationKey;
  readonly agentType: string;
  readonly answers: Kept[];
}

/** LOC-9: the last answers to the agents of this daemon, in memory only. */
export class AgentAnswerLog {
  /** The one that was answered last is the last. */
  private readonly agents = new LRUCache<string, KeptAgent>({ max: agentAnswersKept.agents });
  private readonly followers = new Set<(answer: NewAgentAnswer) => void>();
  private last: KeptAgent | undefined;
  private seq = 0;

  constructor(private readonly deps: AgentAnswersDependencies) {}

  /** To be called when the answer has left; `isTold`: whether its client shows the agent anything of it. */
  noteAnswer(
    call: HookCall,
    answer: HookAnswer | Refusal,
    { tookMs, isTold }: { readonly tookMs: number; readonly isTold: boolean },
  ): void {
    const text = isTold ? textOf(answer) : '';
    const { event, conversation, agentType } = call;
    const path = 'files' in call ? call.files[0]?.path : undefined;
    const kind = kindOf(call, answer, text);
    this.note({ conversation, agentType, event, path, answer: kind, text, tookMs });
  }

  /** Written out later, as it is the caller who waits. */
  readonly noteSync = (session: TrackedSession, answer: SyncAnswer, tookMs: number): void => {
    const given = { conversation: session, agentType: session.agentType, event: 'sync', tookMs };
    setImmediate(() =>
      this.note({ ...given, answer: 'told', text: asText(JSON.stringify(answer)) }),
    );
  };

  /** What was told with the answer of a tool. */
  readonly noteTold = (session: TrackedSession, text: string): void => {
    const given = { conversation: session, agentType: session.agentType, event: 'mcp', tookMs: 0 };
    this.note({ ...given, answer: 'told', text: asText(text) });
  };

  private note(given: GivenAnswer): void {
    const agent = this.agentOf(given);
    this.seq += 1;
    // Field by field: spreading would take longer than everything else here.
    const kept: Kept = {
      seq: this.seq,
      atMs: this.deps.clock.now(),
      event: given.event,
      path: given.path,
      answer: given.answer,
      text: cut(given.text),
      tookMs: given.tookMs,
    };
    agent.answers.push(kept);
    if (agent.answers.length > agentAnswersKept.answersOfEach) agent.answers.shift();
    if (this.followers.size > 0) setImmediate(() => this.tell(agent, kept));
  }

  private agentOf({
    conversation: { conversationId, agentId },
    agentType,
  }: GivenAnswer): KeptAgent {
    const { last } = this;
    const isLast =
      last?.conversation.conversationId === conversationId && last.conversation.agentId === agentId;
    if (isLast) return last;
    const name = conversationName({ conversationId, agentId });
    const agent = this.agents.get(name) ?? newAgent({ conversationId, agentId }, agentType);
    this.agents.set(name, agent);
    this.last = agent;
    return agent;
  }

  list(): AgentAnswers {
    const agents = [...this.agents.values()].map((agent) => {
      const answers = agent.answers.map((one) => this.shownAnswer(one));
      return { ...this.shown(agent), answers };
    });
    return { agents, newest: this.seq };
  }

  /** Tells what is kept of the answers after `since`, in their order, and then each new one until the answered function is called. */
  follow(since: number | undefined, tell: (answer: NewAgentAnswer) => void): () => void {
    if (since !== undefined)
      for (const [agent, kept] of this.keptAfter(since))
        tell({ agent: this.shown(agent), answer: this.shownAnswer(kept) });
    this.followers.add(tell);
    return () => void this.followers.delete(tell);
  }

  private keptAfter(since: number): (readonly [KeptAgent, Kept])[] {
    return [...this.agents.values()]
      .flatMap((agent) => agent.answers.map((kept) => [agent, kept] as const))
      .filter(([, { seq }]) => seq > since)
      .toSorted(([, one], [, other]) => one.seq - other.seq);
  }

  private tell(agent: KeptAgent, kept: Kept): void {
    const told = { agent: this.shown(agent), answer: this.shownAnswer(kept) };
    for (const follower of this.followers) follower(told);
  }

  /** Its task is that of its session, which has none of its secrets any more (RED-1). */
  private shown({ conversation, agentType }: KeptAgent): AnsweredAgent {
    const session = this.deps.replica.sessionOf(conversation);
    const { conversationId, agentId } = conversation;
    return {
      ...(session?.active === true && { session_id: session.id }),
      conversation_id: conversationId,
      ...(agentId !== '' && { agent_id: agentId }),
      agent_type: session?.agentType ?? redactText(agentType).text,
      task: session?.task ?? '',
    };
  }

  private shownAnswer({ seq, atMs, event, path, answer, text, tookMs }: Kept): AgentAnswer {
    const file = path === undefined ? undefined : this.fileOf(path);
    const took_ms = Math.round(tookMs * 100) / 100;
    const at = toTimestamp(atMs);
    return { seq, at, event, ...(file !== undefined && { file }), answer, text, took_ms };
  }

  private fileOf(path: string): string | undefined {
    const found = this.deps.paths.resolve(path);
    return isRefusal(found) || found.kind === 'outside' ? undefined : found.path;
  }
}

function cut(text: string): string {
  const { textLength } = agentAnswersKept;
  return text.length > textLength ? text.slice(0, textLength).toWellFormed() : text;
}

function newAgent(conversation: ConversationKey, agentType: string): KeptAgent {
  return { conversation, agentType, answers: [] };
}

/** As the client shows it to the agent (TXT-4). */
function textOf(answer: HookAnswer | Refusal): string {
  return isRefusal(answer) ? answer.message : contextOf(answer);
}

function kindOf(call: HookCall, answer: HookAnswer | Refusal, text: string): AnswerKind {
  if (!isRefusal(answer) && 'permission' in answer) return answer.permission;
  if (call.effect === 'check' && !isRefusal(answer)) return 'allow';
  return text === '' ? 'quiet' : 'told';
}
