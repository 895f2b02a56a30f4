import type { ConversationKey } from '../../shared/sessions/rules.ts';

/** Where notices lie between two runs of the daemon. */
export interface NoticeStore {
  addNotice(conversation: string, text: string): void;
  notices(): { conversation: string; text: string }[];
  removeNotices(conversation: string): void;
}

/** What an agent must be told and could not be told at once: it goes with the next answer to its conversation. */
export class Notices {
  private readonly waiting = new Map<string, readonly string[]>();

  constructor(private readonly store: NoticeStore) {
    for (const { conversation, text } of store.notices()) this.keep(conversation, text);
  }

  add(conversation: ConversationKey, text: string): void {
    this.store.addNotice(nameOf(conversation), text);
    this.keep(nameOf(conversation), text);
  }

  /** All that waits for the conversation; it does not wait any longer then. */
  take(conversation: ConversationKey): string | undefined {
    if (this.waiting.size === 0) return undefined;
    const name = nameOf(conversation);
    const texts = this.waiting.get(name);
    if (texts === undefined) return undefined;
    this.waiting.delete(name);
    this.store.removeNotices(name);
    return texts.join('\n');
  }

  private keep(conversation: string, text: string): void {
    this.waiting.set(conversation, [...(this.waiting.get(conversation) ?? []), text]);
  }
}

function nameOf({ conversationId, agentId }: ConversationKey): string {
  return `${conversationId}\n${agentId}`;
}
