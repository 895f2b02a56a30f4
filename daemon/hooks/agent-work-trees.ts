import { LRUCache } from 'lru-cache';
import { type ConversationKey, conversationName } from '../../shared/sessions/rules.ts';

const maxEntries = 2_000;

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
