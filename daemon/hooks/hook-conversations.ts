import { LRUCache } from 'lru-cache';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';

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
