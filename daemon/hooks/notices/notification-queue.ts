import { notificationsFor } from '../../../shared/sessions/notifications.ts';
import { outdatedBy, withoutOutdated } from '../../../shared/sessions/outdated-notifications.ts';
import { conversationName, type ConversationKey } from '../../../shared/sessions/rules.ts';
import { joined } from './messages.ts';
import type { LogEvent } from '../../../shared/contract/events/events.ts';
import type { Replica } from '../../replica/replica.ts';

/** Where notifications are kept between two runs of the daemon. */
export interface NotificationStore {
  readonly contents: {
    readonly notifications: readonly { readonly conversation: string; readonly text: string }[];
  };
  addNotification(conversation: string, text: string): void;
  removeNotifications(conversation: string, texts: readonly string[]): void;
}

/** The characters that go with one answer; with a briefing they stay below what clients show whole. */
const maxLengthPerAnswer = 5_000;

/** Many conversations never come back: those that were told of something longest ago are forgotten. */
const maxConversations = 500;
const maxTexts = 200;

/** Notifications for agents, each of which goes with the next answer to its conversation that has room for it. */
export class NotificationQueue {
  private readonly waiting = new Map<string, readonly string[]>();
  private notice: string | undefined;
  private readonly toldOfNotice = new Set<string>();

  constructor(private readonly store: NotificationStore) {
    for (const { conversation, text } of store.contents.notifications)
      this.keep(conversation, text);
  }

  /** A notification that waits already is not added twice. */
  add(conversation: ConversationKey, text: string): void {
    const kept = text.slice(0, maxLengthPerAnswer).toWellFormed();
    if (this.waiting.get(conversationName(conversation))?.includes(kept) === true) return;
    this.store.addNotification(conversationName(conversation), kept);
    this.keep(conversationName(conversation), kept);
  }

  /** Forgets what waits and is untrue now. */
  withdraw(isOutdated: (text: string) => boolean): void {
    for (const [name, texts] of this.waiting)
      if (texts.some(isOutdated))
        this.leave(
          name,
          texts.filter((text) => !isOutdated(text)),
        );
  }

  /** What every conversation is told once while it is so, a later one too; undefined when it is so no more. */
  tellAll(notice: string | undefined): void {
    this.notice = notice;
    this.toldOfNotice.clear();
  }

  /** What waits for the conversation, as far as one answer has room; the rest goes with the next one. */
  take(conversation: ConversationKey): string | undefined {
    const notice = this.notice === undefined ? undefined : this.takeNotice(conversation);
    return joined(notice, this.takeWaiting(conversation));
  }

  private takeNotice({ conversationId }: ConversationKey): string | undefined {
    if (this.toldOfNotice.has(conversationId)) return undefined;
    this.toldOfNotice.add(conversationId);
    return this.notice;
  }

  private takeWaiting(conversation: ConversationKey): string | undefined {
    if (this.waiting.size === 0) return undefined;
    const name = conversationName(conversation);
    const texts = this.waiting.get(name);
    if (texts === undefined) return undefined;
    const current = withoutOutdated(texts);
    const taken = fitting(current);
    this.leave(name, current.slice(taken.length));
    return taken.join('\n');
  }

  private leave(name: string, left: readonly string[]): void {
    const gone = this.waiting.get(name)?.filter((text) => !left.includes(text)) ?? [];
    if (left.length === 0) this.waiting.delete(name);
    else this.waiting.set(name, left);
    this.store.removeNotifications(name, gone);
  }

  /** The conversation comes last in the map, which is in the order in which they were told of something. */
  private keep(conversation: string, text: string): void {
    const texts = [...(this.waiting.get(conversation) ?? []), text];
    this.waiting.delete(conversation);
    this.waiting.set(conversation, texts);
    if (texts.length > maxTexts) this.leave(conversation, texts.slice(-maxTexts));
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxConversations && oldest !== undefined) this.leave(oldest, []);
  }
}

function fitting(texts: readonly string[]): readonly string[] {
  let room = maxLengthPerAnswer;
  const firstLeft = texts.findIndex((text) => (room -= text.length) < 0);
  return firstLeft === -1 ? texts : texts.slice(0, firstLeft);
}

/** Tells this user's agents, with their next hook answer, what the log says that concerns them. */
export function queueTeamNotifications(
  { replica, notifications }: { replica: Replica; notifications: NotificationQueue },
  events: readonly LogEvent[],
): void {
  for (const event of events) {
    const isOutdated = outdatedBy(event);
    if (isOutdated !== undefined) notifications.withdraw(isOutdated);
    for (const { sessionId, text } of notificationsFor(event, replica.sessions())) {
      const session = replica.session(sessionId);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      notifications.add(session, text);
    }
  }
}
