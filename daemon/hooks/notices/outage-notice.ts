import type { Refusal } from '../../../shared/kernel/refusal.ts';
import type { ConversationKey } from '../../../shared/sessions/rules.ts';
import { provisionalMessage } from './messages.ts';

/** OFF-2: tells each conversation once in an outage that what it reserves is provisional. */
export class OutageNotice {
  private readonly told = new Set<string>();

  /** `refusal`: why the relay lets this daemon in no more. Then it is not silent, and the agents are told that instead (LNK-5). */
  constructor(private readonly refusal: () => Refusal | undefined) {}

  messageFor({ conversationId }: ConversationKey): string | undefined {
    if (this.refusal() !== undefined || this.told.has(conversationId)) return undefined;
    this.told.add(conversationId);
    return provisionalMessage;
  }

  /** The relay answers: what comes later is another outage. */
  end(): void {
    this.told.clear();
  }
}
