import type { Redaction } from '../../shared/contract/redactions.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { hookAnswerWith, redactionNotice } from '../../shared/redaction/sentences.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { conversationName } from '../../shared/sessions/rules.ts';
import { noteHook } from '../kernel/time-slices.ts';
import type { WriteAcquisition } from './acquire.ts';
import type { HookCall, FileCall } from '../../shared/clients/common/hook-call.ts';
import type { SessionLifecycle } from './lifecycle.ts';
import {
  notCheckedDenial,
  notCheckedMessage,
  unreservedMessage,
  type Unchecked,
} from './notices/messages.ts';
import type { HookConversations, McpCallOwners } from './hook-conversations.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import type { ShellWrites } from './shell-writes.ts';
import type { WriteCheck } from './write-check.ts';
import { limits } from '../../shared/contract/fields.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import { LRUCache } from 'lru-cache';

const maxEntries = 2_000;

/**
 * SES-5: the same tool call that is reported twice, because two clients read one configuration, counts once: the second
 * report gets the first one's answer. Some model servers number their calls again in each turn: a check under the same id is
 * the beginning of another call.
 */
class Duplicates<Answer> {
  /** By the paths that the call has written. */
  private readonly calls = new LRUCache<string, Map<string, Promise<Answer>>>({ max: maxEntries });

  begin(call: FileCall): void {
    if (call.toolUseId !== undefined) this.calls.delete(keyOf(call, call.toolUseId));
  }

  once(call: FileCall, run: () => Promise<Answer>): Promise<Answer> {
    if (call.toolUseId === undefined) return run();
    const key = keyOf(call, call.toolUseId);
    const paths = call.files.map(({ path }) => path).join('\n');
    const answers = this.calls.get(key) ?? new Map<string, Promise<Answer>>();
    const known = answers.get(paths);
    if (known !== undefined) return known;
    const answer = run();
    this.calls.set(key, answers.set(paths, answer));
    return answer;
  }
}

function keyOf({ conversation: { conversationId, agentId } }: FileCall, toolUseId: string): string {
  return [conversationId, agentId, toolUseId].join('\n');
}

type Answer = HookAnswer | Refusal;

/** One part for each effect of a hook. */
export interface HookParts {
  readonly writeCheck: WriteCheck;
  readonly acquisition: WriteAcquisition;
  readonly lifecycle: SessionLifecycle;
  readonly shellWrites: ShellWrites;
  readonly mcpCallOwners: McpCallOwners;
  readonly hookConversations: HookConversations;
  readonly notifications: Pick<NotificationQueue, 'add'>;
  /** HKS-2: whether a write that nobody checks is denied here. */
  readonly deniesUnchecked: () => boolean;
  /** OFF-6: resolves when checks can be answered from memory. */
  readonly ready: Promise<void>;
}

/** Answers hooks, whatever client they come from. */
export class HookHandler {
  private readonly acquired = new Duplicates<Answer>();
  /** HOK-5: the agents that know that coord cannot read their calls. */
  private readonly toldUnchecked = new LRUCache<string, true>({ max: maxEntries });

  private isReady = false;

  constructor(private readonly parts: HookParts) {
    void parts.ready.then(() => (this.isReady = true));
  }

  /** A check is answered at once from memory, except in the daemon's first moments (OFF-6); everything else may wait for the relay, for a bounded time. */
  handle(given: HookCall): Answer | Promise<Answer> {
    noteHook();
    this.parts.hookConversations.note(given);
    const { call, redacted } = withCleanTask(given);
    const answer = this.answerTo(call);
    if (redacted.length === 0) return answer;
    if (answer instanceof Promise)
      return answer.then((found) => this.telling(call, found, redacted));
    return this.telling(call, answer, redacted);
  }

  /** HOK-4, HOK-5: a call that cannot be checked. The agent goes on, and is told with this answer or with the next one. */
  handleUnchecked(call: HookCall, unchecked: Unchecked): HookAnswer {
    const { notifications, deniesUnchecked } = this.parts;
    if (call.effect === 'check' && deniesUnchecked())
      return { permission: 'deny', message: notCheckedDenial(unchecked) };
    if (unchecked.isSaidOnce && this.wasTold(call)) return { permission: 'allow' };
    const message = notCheckedMessage(unchecked);
    if (!call.canNotify) notifications.add(call.conversation, message);
    return call.effect === 'check'
      ? { permission: 'allow', message }
      : { ok: true, session_id: '', message };
  }

  /** HOK-5: a report of a write was refused. Its agent is told with this answer or with the next one. */
  tellUnreserved(call: FileCall, refusal: Refusal): HookAnswer {
    const message = unreservedMessage(
      call.files.map(({ path }) => path),
      refusal,
    );
    if (!call.canNotify) this.parts.notifications.add(call.conversation, message);
    return { ok: true, session_id: '', message };
  }

  /** HOK-8: the hook had given up when this answer was ready, as where the daemon stood still: the agent is told with the next one. */
  tellLater(call: HookCall, answer: Answer): void {
    if (!call.canNotify || isRefusal(answer) || !('message' in answer)) return;
    const isDenial = 'permission' in answer && answer.permission === 'deny';
    if (!isDenial && answer.message)
      this.parts.notifications.add(call.conversation, answer.message);
  }

  private wasTold({ conversation }: HookCall): boolean {
    const name = conversationName(conversation);
    const wasTold = this.toldUnchecked.has(name);
    this.toldUnchecked.set(name, true);
    return wasTold;
  }

  /** RED-2: the agent is told, with this answer or with the next one that reaches it. */
  private telling(call: HookCall, answer: Answer, redacted: readonly Redaction[]): Answer {
    if (isRefusal(answer)) return answer;
    if (call.canNotify) return hookAnswerWith(answer, redacted);
    this.parts.notifications.add(call.conversation, redactionNotice(redacted));
    return answer;
  }

  private answerTo(call: HookCall): Answer | Promise<Answer> {
    const { writeCheck, acquisition, lifecycle, shellWrites } = this.parts;
    shellWrites.note(call);
    switch (call.effect) {
      case 'check':
        this.acquired.begin(call);
        if (this.isReady) return writeCheck.check(call);
        return this.parts.ready.then(() => writeCheck.check(call));
      case 'acquire':
        return this.acquired.once(call, () => acquisition.acquire(call));
      case 'start':
        return lifecycle.start(call);
      case 'prompt':
        return lifecycle.prompt(call);
      case 'end':
        shellWrites.forget(call.conversation);
        acquisition.forget(call.conversation);
        return lifecycle.end(call);
      case 'heartbeat':
        return this.heartbeat(call);
    }
  }

  private heartbeat(call: Extract<HookCall, { effect: 'heartbeat' }>): Promise<Answer> {
    const { lifecycle, mcpCallOwners } = this.parts;
    if (call.callsServer === true && call.toolUseId !== undefined)
      mcpCallOwners.announce(call.toolUseId, call.conversation);
    return lifecycle.heartbeat(call);
  }
}

interface CleanCall {
  readonly call: HookCall;
  readonly redacted: readonly Redaction[];
}

/** RED-1: a call without the secrets in what others see of it, before anything keeps or sends it. Takes microseconds, for checks too. */
function withCleanTask(given: HookCall): CleanCall {
  const redacted: Redaction[] = [];
  const clean = (field: string, text: string, maxLength: number) => {
    const found = redactField(text, maxLength);
    for (const one of found.removed) redacted.push({ field, ...one });
    return found.text;
  };
  const { task: said, agentType: type } = given;
  const agentType = clean('agent_type', type, limits.name);
  const task = said === undefined ? undefined : clean('task', said, limits.task);
  if (task === said && agentType === type) return { call: given, redacted };
  return { call: { ...given, task, agentType }, redacted };
}
