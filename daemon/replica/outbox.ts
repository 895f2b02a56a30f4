import type { Client, Request } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import { isOwnRefusal } from '../../shared/api/own-refusal.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Place } from '../../shared/reservations/places.ts';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';
import { Lanes } from '../../shared/kernel/lanes.ts';
import type { Logger } from '../kernel/logger.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';

/** A command of this daemon's sessions that the relay must see, in order, and once. */
export interface Command {
  readonly input: Request<'hook'>;
  readonly conversation: ConversationKey;
  /** Repeating the command with the same key does nothing twice. */
  readonly idempotencyKey: string;
  /** What it would take, so that the provisional reservations come back after a restart. */
  readonly reservation?: ProvisionalReservation | undefined;
}

/** Names one command among those of this daemon. A client chooses its keys, and two conversations may choose the same. */
export function commandKeyOf({ conversation, idempotencyKey }: Command): string {
  const { conversationId, agentId } = conversation;
  return [conversationId, agentId, idempotencyKey].join('\n');
}

export interface ProvisionalReservation {
  readonly filePath: string;
  readonly places: readonly Place[];
  readonly expiresAt: number;
}

/** Whose command it is, as was known when it had to wait. */
interface Holder {
  /** The session id under which its provisional reservations are kept. */
  readonly sessionId: string;
  /** Left out by earlier versions. */
  readonly task?: string | undefined;
}

export interface QueuedCommand extends Command, Holder {}

export type HookReply = Output<'hook'> | Refusal;

/** What became of a command: the relay's answer, or queued; `isKept` says whether that is on disk, or in memory only (DUR-4). */
export type Delivery =
  | { readonly kind: 'answered'; readonly reply: HookReply }
  | { readonly kind: 'queued'; readonly isKept: boolean };

/** Where the queue is kept between two runs of the daemon. */
export interface OutboxStore {
  readonly contents: {
    readonly commands: readonly { readonly id: number; readonly command: QueuedCommand }[];
  };
  /** `isKept`: whether it is on disk. */
  appendCommand(command: QueuedCommand): { readonly id: number; readonly isKept: boolean };
  removeCommand(id: number): void;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  readonly holderOf: (command: Command) => Holder;
  /** Called in order for each answer whose sender has stopped waiting. */
  readonly onReplayed: (command: QueuedCommand, reply: HookReply) => void;
  readonly logger: Logger;
}

interface Entry {
  readonly id: number;
  readonly command: QueuedCommand;
  /** Told when the relay has answered while the sender still waits. */
  answered: ((reply: HookReply) => void) | undefined;
}

const backoff = { firstMs: 100, maxMs: 5_000 } as const;
const replayTimeoutMs = 5_000;

/**
 * Sends commands to the relay: at once while it answers, and otherwise through a durable queue that is replayed strictly
 * in order. Commands of one conversation never overtake each other.
 */
export class Outbox {
  private readonly queue: Entry[] = [];
  private readonly lanes = new Lanes();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private replaying = false;
  private closed = false;

  constructor(private readonly options: OutboxOptions) {
    for (const stored of options.store.contents.commands)
      this.queue.push({ ...stored, answered: undefined });
  }

  get length(): number {
    return this.queue.length;
  }

  commands(): QueuedCommand[] {
    return this.queue.map(({ command }) => command);
  }

  /** From now on there is a relay to talk to. */
  connect(client: Client): void {
    this.client = client;
    this.wake();
  }

  /** The relay has just answered: no reason to wait any longer. */
  wake(): void {
    this.failures = 0;
    void this.replay();
  }

  /** Delivers the command, or queues it when the relay does not answer within `waitMs`. */
  send(command: Command, waitMs: number): Promise<Delivery> {
    const name = conversationName(command.conversation);
    return this.lanes.run(name, () => this.inTurn(command, waitMs));
  }

  /** What waits is for another workspace, and can never be delivered. */
  forget(): void {
    this.queue.length = 0;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async inTurn(command: Command, waitMs: number): Promise<Delivery> {
    if (this.queue.length === 0 && this.client !== undefined && this.failures === 0) {
      const { input, idempotencyKey } = command;
      const reply = await this.client.call('hook', input, { idempotencyKey, timeoutMs: waitMs });
      if (!isPassing(reply)) {
        this.logRefusal(command, reply);
        return { kind: 'answered', reply };
      }
      this.failures += 1;
      return this.enqueue(command, 0);
    }
    return this.enqueue(command, waitMs);
  }

  /** While the queue moves, or is about to, its end is worth a short wait; while the relay is away it is not. */
  private enqueue(command: Command, waitMs: number): Promise<Delivery> | Delivery {
    const queued = { ...command, ...this.options.holderOf(command) };
    const { id, isKept } = this.options.store.appendCommand(queued);
    const entry: Entry = { id, command: queued, answered: undefined };
    this.queue.push(entry);
    if (this.failures > 0 || waitMs === 0) {
      this.scheduleReplay();
      return { kind: 'queued', isKept };
    }
    void this.replay();
    return waitForAnswer(entry, { waitMs, isKept });
  }

  private async replay(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.replaying || this.closed || this.client === undefined) return;
    this.replaying = true;
    try {
      for (let entry = this.queue[0]; entry !== undefined; entry = this.queue[0]) {
        if (this.closed || !(await this.replayOne(this.client, entry))) break;
      }
    } finally {
      this.replaying = false;
    }
    if (this.queue.length > 0) this.scheduleReplay();
  }

  private async replayOne(client: Client, entry: Entry): Promise<boolean> {
    const { input, idempotencyKey } = entry.command;
    const reply = await client.call('hook', input, { idempotencyKey, timeoutMs: replayTimeoutMs });
    if (this.closed) return false;
    if (isPassing(reply)) {
      this.failures += 1;
      return false;
    }
    this.failures = 0;
    this.logRefusal(entry.command, reply);
    if (entry.answered === undefined) this.options.onReplayed(entry.command, reply);
    else entry.answered(reply);
    this.options.store.removeCommand(entry.id);
    this.queue.shift();
    return true;
  }

  private logRefusal({ input }: Command, reply: HookReply): void {
    if (isRefusal(reply))
      this.options.logger.warn(`The relay refused ${input.event}: ${reply.message}`);
  }

  /** A command that comes meanwhile does not put it off. */
  private scheduleReplay(): void {
    if (this.closed) return;
    this.timer ??= setTimeout(
      () => void this.replay(),
      withJitter(backoffMs(this.failures, backoff)),
    ).unref();
  }
}

export function newIdempotencyKey(): string {
  return randomText(24);
}

/**
 * Not an answer to the command itself: the relay was not reached, is too busy, or lets this daemon in no more (LNK-5); or what
 * answered was not the relay.
 */
function isPassing(reply: HookReply): boolean {
  if (!isRefusal(reply)) return false;
  return (
    !isOwnRefusal(reply) || ['Unavailable', 'RateLimited', 'Unauthorized'].includes(reply.error)
  );
}

function waitForAnswer(
  entry: Entry,
  { waitMs, isKept }: { waitMs: number; isKept: boolean },
): Promise<Delivery> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      entry.answered = undefined;
      resolve({ kind: 'queued', isKept });
    }, waitMs);
    entry.answered = (reply) => {
      clearTimeout(timer);
      resolve({ kind: 'answered', reply });
    };
  });
}
