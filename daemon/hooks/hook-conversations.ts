import { LRUCache } from 'lru-cache';
import { type ConversationKey, conversationName } from '../../shared/sessions/rules.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { endingCache, type EndingCache } from '../../shared/node/time/ending-cache.ts';

const maxEntries = 2_000;

interface KnownConversation {
  readonly conversation: ConversationKey;
  readonly agentType: string;
  readonly cwd: string | undefined;
  /** The folder in which the agent works, as git knows it. */
  readonly root: string | undefined;
}

/** The main conversations whose hooks have come to this daemon since it started, and where each of them works. */
export class HookConversations {
  private readonly known = new LRUCache<string, KnownConversation>({ max: maxEntries });

  constructor(
    private readonly paths: Pick<PathResolver, 'workTreeOf'>,
    /** The daemon's own work tree: where a hook works that does not say it. */
    private readonly home: string,
  ) {}

  /** On the hot path: what has not changed is not looked up again. */
  note({ conversation, agentType, cwd }: HookCall): void {
    const { conversationId, agentId } = conversation;
    if (agentId !== '') return;
    const before = this.known.get(conversationId);
    if (before !== undefined && (cwd === undefined || before.cwd === cwd)) return;
    // An agent that goes to look at another repository still works where it was started.
    const root = this.rootOf(cwd) ?? before?.root;
    this.known.set(conversationId, { conversation, agentType, cwd, root });
  }

  has({ conversationId }: ConversationKey): boolean {
    return this.known.has(conversationId);
  }

  /** Those that work in the work tree of `folder`. */
  in(folder: string | undefined): readonly KnownConversation[] {
    const root = this.rootOf(folder);
    if (root === undefined) return [];
    return [...this.known.values()].filter((one) => one.root === root);
  }

  private rootOf(folder: string | undefined): string | undefined {
    return folder === undefined ? this.home : this.paths.workTreeOf(folder)?.root;
  }
}

const maxAnnounced = 1_000;
/** A person may be asked first whether the call is allowed. */
const rememberMs = 10 * 60_000;

/**
 * Whose call of an MCP tool it is: the hook before the call names the conversation, also a subagent's, and the call
 * itself comes with the same id. The server's own environment names the conversation that was there when it was started.
 */
export class McpCallOwners {
  private readonly announced: EndingCache<ConversationKey>;

  /** By a clock of elapsed time. */
  constructor(clock: Clock) {
    this.announced = endingCache({ max: maxAnnounced, ttlMs: rememberMs, clock });
  }

  announce(toolUseId: string, conversation: ConversationKey): void {
    this.announced.set(toolUseId, conversation);
  }

  conversationOf(toolUseId: string): ConversationKey | undefined {
    return this.announced.get(toolUseId);
  }
}

/**
 * In which work tree each agent of this machine works, as its last hook said: also one with a detached HEAD, which no branch
 * names. Only in memory: after a restart the next hook says it again.
 */
export class AgentWorkTrees {
  private readonly roots = new LRUCache<string, string>({ max: maxEntries });

  note(conversation: ConversationKey, root: string): void {
    this.roots.set(conversationName(conversation), root);
  }

  /** The folder of the work tree; undefined where no hook has come to this daemon since it started. */
  rootOf(conversation: ConversationKey): string | undefined {
    return this.roots.get(conversationName(conversation));
  }
}
