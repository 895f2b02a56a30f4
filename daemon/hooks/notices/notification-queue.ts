import type { Notice, Subject } from '../../../shared/sessions/notification.ts';
import { notificationsFor } from '../../../shared/sessions/notifications.ts';
import {
  isOutdated,
  outdatedBy,
  withoutOutdated,
  type Outdated,
} from '../../../shared/sessions/outdated-notifications.ts';
import { conversationName, type ConversationKey } from '../../../shared/sessions/rules.ts';
import { joined } from './messages.ts';
import type { LogEvent } from '../../../shared/contract/events/events.ts';
import type { Replica } from '../../replica/replica.ts';

/** Where notifications are kept between two runs of the daemon. */
export interface NotificationStore {
  readonly contents: {
    readonly notifications: readonly (Notice & { readonly conversation: string })[];
  };
  addNotification(conversation: string, notice: Notice): void;
  removeNotifications(conversation: string, texts: readonly string[]): void;
}

/** The characters that go with one answer; with a briefing they stay below what clients show whole. */
const maxLengthPerAnswer = 5_000;

/** Many conversations never come back: those that were told of something longest ago are forgotten. */
const maxConversations = 500;
const maxTexts = 200;

/** Notifications for agents, each of which goes with the next answer to its conversation that has room for it. */
export class NotificationQueue {
  private readonly waiting = new Map<string, readonly Notice[]>();
  private notice: string | undefined;
  private readonly toldOfNotice = new Set<string>();

  constructor(private readonly store: NotificationStore) {
    for (const { conversation, ...notice } of store.contents.notifications)
      this.keep(conversation, notice);
  }

  /** A notification that waits already is not added twice; what is asked anew comes after what said that it is over. */
  add(conversation: ConversationKey, text: string, subject: Subject = {}): void {
    const name = conversationName(conversation);
    const kept = { ...subject, text: text.slice(0, maxLengthPerAnswer).toWellFormed() };
    const waiting = this.waiting.get(name) ?? [];
    const others = waiting.filter((one) => one.text !== kept.text);
    if (others.length < waiting.length) {
      if (subject.role !== 'asks') return;
      this.leave(name, others);
    }
    this.store.addNotification(name, kept);
    this.keep(name, kept);
  }

  /** Forgets what waits and is untrue now; `asked` is the conversation of the session that was asked. */
  withdraw(outdated: Outdated, asked?: ConversationKey): void {
    const names = asked === undefined ? [...this.waiting.keys()] : [conversationName(asked)];
    for (const name of names) {
      const notices = this.waiting.get(name) ?? [];
      const left = notices.filter((one) => !isOutdated(one, outdated));
      if (left.length < notices.length) this.leave(name, left);
    }
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
    const notices = this.waiting.get(name);
    if (notices === undefined) return undefined;
    const current = withoutOutdated(notices);
    const taken = fitting(current);
    this.leave(name, current.slice(taken.length));
    return taken.map(textOf).join('\n');
  }

  private leave(name: string, left: readonly Notice[]): void {
    const gone = this.waiting.get(name)?.filter((one) => !left.includes(one)) ?? [];
    if (left.length === 0) this.waiting.delete(name);
    else this.waiting.set(name, left);
    this.store.removeNotifications(name, gone.map(textOf));
  }

  /** The conversation comes last in the map, which is in the order in which they were told of something. */
  private keep(conversation: string, notice: Notice): void {
    const notices = [...(this.waiting.get(conversation) ?? []), notice];
    this.waiting.delete(conversation);
    this.waiting.set(conversation, notices);
    if (notices.length > maxTexts) this.leave(conversation, notices.slice(-maxTexts));
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxConversations && oldest !== undefined) this.leave(oldest, []);
  }
}

function textOf({ text }: Notice): string {
  return text;
}

function fitting(notices: readonly Notice[]): readonly Notice[] {
  let room = maxLengthPerAnswer;
  const firstLeft = notices.findIndex(({ text }) => (room -= text.length) < 0);
  return firstLeft === -1 ? notices : notices.slice(0, firstLeft);
}

/** Tells this user's agents, with their next hook answer, what the log says that concerns them. */
export function queueTeamNotifications(
  { replica, notifications }: { replica: Replica; notifications: NotificationQueue },
  events: readonly LogEvent[],
): void {
  const sessions = replica.sessions();
  for (const event of events) {
    withdrawOutdated({ replica, notifications }, event);
    for (const { sessionId, text, ...subject } of notificationsFor(event, sessions)) {
      const session = replica.session(sessionId);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      notifications.add(session, text, subject);
    }
  }
}

/** LNK-8: what happened between the last event that was told and a snapshot. */
const jumpNotice =
  "coord: the relay's log could not be followed for a while, so some of what the others did meanwhile was not told to you: " +
  'answers to negotiations, ended waits, changed decisions. Call coord_sync before you go on.';

/** LNK-8: tells each of this user's agents that the log was passed over. */
export function queueJumpNotice({
  replica,
  notifications,
}: {
  replica: Replica;
  notifications: NotificationQueue;
}): void {
  const own = replica.sessions().filter(({ userId }) => userId === replica.user.userId);
  for (const session of own) notifications.add(session, jumpNotice);
}

function withdrawOutdated(
  { replica, notifications }: { replica: Replica; notifications: NotificationQueue },
  event: LogEvent,
): void {
  const outdated = outdatedBy(event);
  if (outdated === undefined) return;
  const { askedSession } = outdated;
  const asked = askedSession === undefined ? undefined : replica.session(askedSession);
  if (askedSession === undefined || asked !== undefined) notifications.withdraw(outdated, asked);
}
