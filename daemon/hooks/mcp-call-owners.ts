import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';

interface Announced {
  readonly conversation: ConversationKey;
  readonly untilMs: number;
}

const maxEntries = 1_000;
/** A person may be asked first whether the call is allowed. */
const rememberMs = 10 * 60_000;

/**
 * Whose call of an MCP tool it is: the hook before the call names the conversation, also a subagent's, and the call
 * itself comes with the same id. The server's own environment names the conversation that was there when it was started.
 */
export class McpCallOwners {
  private readonly announced = new LRUCache<string, Announced>({ max: maxEntries });

  constructor(private readonly clock: Clock) {}

  announce(toolUseId: string, conversation: ConversationKey): void {
    this.announced.set(toolUseId, { conversation, untilMs: this.clock.now() + rememberMs });
  }

  conversationOf(toolUseId: string): ConversationKey | undefined {
    const known = this.announced.get(toolUseId);
    return known !== undefined && known.untilMs > this.clock.now() ? known.conversation : undefined;
  }
}
