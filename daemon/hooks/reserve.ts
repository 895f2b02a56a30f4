import { minutesUntil } from '../../shared/kernel/clock.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { digestOf } from '../../shared/node/digest.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import type { Place } from '../../shared/reservations/places.ts';
import { acquire, type Conflict } from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { DiskProblem } from '../../shared/status/contract.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import {
  type Command,
  commandKeyOf,
  type HookReply,
  newIdempotencyKey,
  type Outbox,
} from '../replica/outbox.ts';
import { factsOf, type Replica } from '../replica/replica.ts';
import type { TrackedReservation } from '../../shared/replica/tracked.ts';
import type { FileCall } from '../../shared/clients/common/hook-call.ts';
import { provisionalMessage, unkeptMessage } from './notices/messages.ts';
import type { HookBodies } from './hook-bodies.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';

/** How long a write waits for the relay before its reservations become provisional. */
const waitMs = 1_500;

export type AcquireAnswer = Extract<HookAnswer, { reserved: string[] }>;

/** One file that was written, and the places and lines of it that really changed. */
export interface TouchedFile {
  readonly target: RepositoryFile;
  readonly places: readonly Place[];
}

interface FileReserverDependencies {
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly hookBodies: HookBodies;
  readonly reservationTtlMs: number;
  readonly outageNotice: OutageNotice;
  /** What the disk does not take now, if anything. */
  readonly diskProblem: () => DiskProblem | undefined;
}

/** Reserves what was written: by the relay, or provisionally when it does not answer in time. */
export class FileReserver {
  constructor(private readonly deps: FileReserverDependencies) {}

  async reserve(call: FileCall, { target, places }: TouchedFile): Promise<AcquireAnswer | Refusal> {
    const { replica, outbox, hookBodies, reservationTtlMs, outageNotice } = this.deps;
    const { path: filePath } = target;
    const input = hookBodies.bodyOf(call, { filePath, places });
    if (input === undefined) return emptyAnswer('');
    const reservation = { filePath, places, expiresAt: replica.nowMs() + reservationTtlMs };
    const command = {
      input,
      conversation: call.conversation,
      idempotencyKey: keyOf(call, input),
      reservation,
    };
    const delivery = await outbox.send(command, waitMs);
    if (delivery.kind === 'queued') {
      const message = delivery.isKept
        ? outageNotice.messageFor(call.conversation)
        : unkeptMessage(this.deps.diskProblem());
      return { ...this.reserveProvisionally(call, command, target), message };
    }
    outageNotice.end();
    return applyReply(replica, command, delivery.reply);
  }

  private reserveProvisionally(
    call: FileCall,
    command: Command & Required<Pick<Command, 'reservation'>>,
    { key }: RepositoryFile,
  ): AcquireAnswer {
    const { replica, hookBodies } = this.deps;
    const session = replica.openLocally(call.conversation, hookBodies.sessionFactsOf(call));
    const { filePath, places, expiresAt } = command.reservation;
    const request = { sessionId: session.id, places };
    const options = { nowMs: replica.nowMs(), policy: replica.conflictPolicy() };
    const outcome = acquire(replica.reservationsOf(key), request, options);
    const origin = { kind: 'provisional' as const, commandKey: commandKeyOf(command) };
    replica.addOwnReservations(session, { filePath, places: outcome.granted, expiresAt, origin });
    return {
      ok: true,
      session_id: session.id,
      reserved: outcome.granted.map(
        ({ symbol }) => symbolIdUnlessWhole(filePath, symbol) ?? filePath,
      ),
      conflicts: outcome.conflicts.map((conflict) => conflictOf(replica, filePath, conflict)),
      expires_at: toTimestamp(expiresAt),
    };
  }
}

/** ANS-5: a call that wrote several files is a command for each of them, and each has a key of its own. */
function keyOf({ idempotencyKey, files }: FileCall, input: object): string {
  if (idempotencyKey === undefined) return newIdempotencyKey();
  return files.length === 1
    ? idempotencyKey
    : digestOf(`${idempotencyKey} ${JSON.stringify(input)}`);
}

/** Read your writes: the next hook here sees the reservations, whether or not the log has shown them yet. */
export function applyReply(
  replica: Replica,
  command: Command,
  reply: HookReply,
): AcquireAnswer | Refusal {
  replica.commandAnswered(commandKeyOf(command));
  if (isRefusal(reply)) return reply;
  if (!('reserved' in reply)) return emptyAnswer('session_id' in reply ? reply.session_id : '');
  const session = replica.opened(command.conversation, reply.session_id, factsOf(command.input));
  const { reservation } = command;
  if (reservation !== undefined && reply.fence !== undefined && reply.expires_at !== undefined) {
    replica.addOwnReservations(session, {
      filePath: reservation.filePath,
      places: grantedOf(reservation, reply.conflicts),
      expiresAt: Date.parse(reply.expires_at),
      origin: { kind: 'granted', fence: reply.fence },
    });
  }
  // The daemon makes these notifications itself, from the log.
  const { message: _ofRelay, ...answer } = reply;
  return answer;
}

function grantedOf(
  { filePath, places }: NonNullable<Command['reservation']>,
  conflicts: readonly ConflictRecord[],
): Place[] {
  const lost = new Set(conflicts.map((conflict) => conflict.symbol_id));
  return places.filter(({ symbol }) => !lost.has(symbolIdUnlessWhole(filePath, symbol)));
}

function conflictOf(
  replica: Replica,
  filePath: string,
  { symbol, reservation }: Conflict<TrackedReservation>,
): ConflictRecord {
  return {
    file_path: filePath,
    symbol_id: symbolIdUnlessWhole(filePath, symbol),
    held_symbol_id: symbolIdUnlessWhole(filePath, reservation.symbol),
    holder: reservation.userName,
    holder_session_id: reservation.sessionId,
    holder_task: replica.session(reservation.sessionId)?.task ?? reservation.task,
    expires_at: toTimestamp(reservation.expiresAt),
    minutes_remaining: minutesUntil(reservation.expiresAt, replica.nowMs()),
  };
}

/** Of a call that reserved nothing. */
export function emptyAnswer(sessionId: string): AcquireAnswer {
  return { ok: true, session_id: sessionId, reserved: [], conflicts: [] };
}

/** One answer for a call that wrote several files. Grown in place: there may be thousands. */
export function mergedAnswer(sum: AcquireAnswer | undefined, next: AcquireAnswer): AcquireAnswer {
  if (sum === undefined)
    return { ...next, reserved: [...next.reserved], conflicts: [...next.conflicts] };
  for (const one of next.reserved) sum.reserved.push(one);
  for (const one of next.conflicts) sum.conflicts.push(one);
  return { ...sum, ...next, reserved: sum.reserved, conflicts: sum.conflicts };
}

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
