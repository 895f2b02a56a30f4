import { stillTrue } from '../../shared/sessions/news.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';

/** Where notices lie between two runs of the daemon. */
export interface NoticeStore {
  addNotice(conversation: string, text: string): void;
  notices(): { conversation: string; text: string }[];
  /** The oldest ones. */
  removeNotices(conversation: string, count: number): void;
}

/** The characters that go with one answer; with a briefing they stay below what clients show whole. */
const maxTold = 5_000;

/** What an agent must be told and could not be told at once: it goes with the next answer to its conversation. */
export class Notices {
  private readonly waiting = new Map<string, readonly string[]>();

  constructor(private readonly store: NoticeStore) {
    for (const { conversation, text } of store.notices()) this.keep(conversation, text);
  }

  /** What waits already is not told twice. */
  add(conversation: ConversationKey, text: string): void {
    const told = text.slice(0, maxTold).toWellFormed();
    if (this.waiting.get(nameOf(conversation))?.includes(told) === true) return;
    this.store.addNotice(nameOf(conversation), told);
    this.keep(nameOf(conversation), told);
  }

  /** What waits for the conversation, as far as one answer has room; the rest goes with the next one. */
  take(conversation: ConversationKey): string | undefined {
    if (this.waiting.size === 0) return undefined;
    const name = nameOf(conversation);
    const texts = this.waiting.get(name);
    if (texts === undefined) return undefined;
    const told = fitting(texts);
    if (told.length === texts.length) this.waiting.delete(name);
    else this.waiting.set(name, texts.slice(told.length));
    this.store.removeNotices(name, told.length);
    return stillTrue(told).join('\n');
  }

  private keep(conversation: string, text: string): void {
    this.waiting.set(conversation, [...(this.waiting.get(conversation) ?? []), text]);
  }
}

function fitting(texts: readonly string[]): readonly string[] {
  let room = maxTold;
  const firstLeft = texts.findIndex((text) => (room -= text.length) < 0);
  return firstLeft === -1 ? texts : texts.slice(0, firstLeft);
}

function nameOf({ conversationId, agentId }: ConversationKey): string {
  return `${conversationId}\n${agentId}`;
}
