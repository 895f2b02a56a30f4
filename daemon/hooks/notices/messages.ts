import { firstFew } from '../../../shared/kernel/first-few.ts';
import { connectionLimits } from '../../../shared/contract/connection-limits.ts';
import type { Refusal } from '../../../shared/kernel/refusal.ts';
import { quoted, shownId, shownUser } from '../../../shared/kernel/display.ts';
import type { ConflictRecord } from '../../../shared/reservations/contract.ts';
import type { CollidingLines, Departure } from '../../../shared/reservations/colliding-lines.ts';
import type { Blocked } from '../../../shared/reservations/also-held.ts';
import { toldConflicts } from '../../../shared/reservations/rules.ts';
import { partLabel } from '../../../shared/reservations/labels.ts';
import { symbolId } from '../../../shared/kernel/symbol-id.ts';
import type { NegotiationRecord } from '../../../shared/negotiations/contract.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import { shownTime } from '../../../shared/kernel/times.ts';
import {
  denialMessage,
  type WholeBecause,
  ofSamePerson,
} from '../../../shared/reservations/denial.ts';
import type { DiskProblem } from '../../../shared/status/contract.ts';
import type { ConversationKey } from '../../../shared/sessions/rules.ts';
import type { TrackedReservation } from '../../../shared/replica/tracked.ts';
import { idAtRelay } from '../../replica/local-ids.ts';
import type { Replica } from '../../replica/replica.ts';

/** What is denied, and to whom. */
export interface Denied extends Blocked<TrackedReservation> {
  readonly filePath: string;
  readonly conversation: ConversationKey;
  readonly meeting?: CollidingLines | undefined;
  readonly wholeBecause?: WholeBecause | undefined;
  readonly isOfFile?: boolean | undefined;
  readonly departure?: Departure | undefined;
  /** Names of symbols that could be worked on instead. */
  readonly freeSymbols?: readonly string[] | undefined;
  readonly isOffline: boolean;
  /** What the team negotiates about, as far as is known here. */
  readonly negotiations: readonly NegotiationRecord[];
}

/** RSV-9, with the holder's task as it is now. A session that the relay does not know yet cannot be named to it. */
export function denialOf(replica: Replica, denied: Denied): string {
  const {
    filePath,
    conflict,
    conversation,
    meeting,
    wholeBecause,
    isOfFile,
    departure,
    alsoHeld,
    freeSymbols = [],
    isOffline,
  } = denied;
  const { symbol, reservation, lines } = conflict;
  const session = idAtRelay(replica.sessionOf(conversation)?.id);
  const isOtherName = reservation.filePath !== filePath;
  const denial = {
    filePath: reservation.filePath,
    otherName: isOtherName ? filePath : undefined,
    symbol,
    heldSymbol: reservation.symbol,
    lines,
    holder: reservation.userName,
    relation: relationOf(replica, reservation, conversation),
    holderSessionId: reservation.sessionId,
    sessionId: session ?? ownName(conversation),
    task: replica.session(reservation.sessionId)?.task ?? reservation.task,
    expiresAt: reservation.expiresAt,
    // What is on disk by the one name says nothing of what is there by the other.
    meeting: isOtherName ? undefined : meeting,
    wholeBecause,
    isOfFile,
    departure,
    alsoHeld,
    freeSymbols: freeSymbols.map((name) => symbolId(filePath, name)),
    isOffline,
    negotiations: negotiationsIn(denied, session),
  };
  return denialMessage(denial, replica.nowMs());
}

/** NEG-1: those that the denied session has open with the holder about the file. */
function negotiationsIn(
  { negotiations, filePath, conflict }: Denied,
  sessionId: string | undefined,
): NegotiationRecord[] {
  return negotiations.filter(
    (one) =>
      one.status === 'open' &&
      one.initiator_session === sessionId &&
      one.counterparty_session === conflict.reservation.sessionId &&
      pathKey(one.file) === pathKey(filePath),
  );
}

const mostAlsoNamed = 5;

/** RSV-9: the other files of a call that are denied as well; undefined where there is none. */
export function alsoDenied(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const named = firstFew(paths, mostAlsoNamed, (path) => shownId(path));
  return `Of the same call these are denied as well: ${named}.`;
}

/** Before the relay knows its session a conversation is named by its own id, which `coord wait` takes too. */
function ownName({ conversationId, agentId }: ConversationKey): string | undefined {
  return agentId === '' && conversationId !== '' ? conversationId : undefined;
}

/** An agent should not take a reservation of its own conversation, or of its own person, for a stranger's. */
function relationOf(
  replica: Replica,
  { sessionId, userId }: TrackedReservation,
  { conversationId, agentId }: ConversationKey,
): string | undefined {
  const holder = replica.session(sessionId);
  const isOurs = holder?.userId === replica.user.userId && holder.conversationId === conversationId;
  if (!isOurs) return userId === replica.user.userId ? ofSamePerson : undefined;
  const who = holder.agentId === '' ? 'the agent that started you' : 'another subagent';
  return agentId === '' ? 'one of your subagents' : who;
}

const maxConflicts = 10;

const firstReserved = (did: string) =>
  `coord: you ${did} what another session had reserved first. Do not write there again before the reservation ends:`;
const bothWrote =
  'coord: while the relay was away you and another session wrote the same. It is reserved for the other one now, so do not write there again before that ends:';

interface RacedOptions {
  readonly inOutage?: boolean;
  /** Those of the conflicts whose place is gone by the write. */
  readonly removed?: readonly ConflictRecord[];
}

/** RSV-6: the message to an agent that wrote what another session had reserved, or what both wrote in an outage (OFF-4). */
export function racedMessage(
  all: readonly ConflictRecord[],
  { inOutage = false, removed = [] }: RacedOptions = {},
): string | undefined {
  const conflicts = toldConflicts(all);
  if (conflicts.length === 0) return undefined;
  const gone = toldConflicts(all.filter((one) => removed.includes(one))).length;
  const either = gone === 0 ? 'wrote' : 'wrote or removed';
  const did = gone === conflicts.length ? 'removed' : either;
  const lines = conflicts.slice(0, maxConflicts).map(conflictLine);
  const rest = conflicts.length - maxConflicts;
  return [
    inOutage ? bothWrote : firstReserved(did),
    ...lines,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    'Check that your change does not contradict theirs; undo it or open a negotiation if it does.',
  ].join('\n');
}

function conflictLine(conflict: ConflictRecord): string {
  const { symbol_id: id, lines } = conflict;
  const what =
    id === undefined
      ? shownId(conflict.file_path)
      : partLabel(id, lines === undefined ? [] : [lines]);
  const task = conflict.holder_task === '' ? '' : `, task: ${quoted(conflict.holder_task, 160)}`;
  const holder = shownUser(conflict.holder);
  // The minutes alone would be untrue where this waits for a later answer.
  const until = `${shownTime(conflict.expires_at)} (${conflict.minutes_remaining} min)`;
  return `- ${what}: held by ${holder}${task}, until ${until}`;
}

export const provisionalMessage =
  'coord: the relay has not answered, so the reservation is provisional. It holds on this machine and is sent to the team later.';

/** LNK-5: what an agent is told when the relay lets its daemon in no more. */
export function noAccessMessage({ message }: Refusal): string {
  return [
    `coord: ${message}`,
    'Until then what you reserve is known on this machine only. Tell your user.',
  ].join('\n');
}

/** LNK-1: what an agent is told while the relay answers and its log cannot be followed. */
export function unfollowedMessage(problem: string): string {
  return [
    `coord: ${problem}`,
    'Until then an edit of what somebody else holds may not be denied. What you write is reserved. Tell your user.',
  ].join('\n');
}

/** DUR-4: what is in memory only is not said to be sent later. */
export function unkeptMessage(problem: DiskProblem | undefined): string {
  const reason = problem === undefined ? '' : ` ${problem.message}`;
  return `coord: the relay cannot be reached, and this reservation could not be written to disk: it holds on this machine while the daemon runs, and is lost if that stops before the relay answers.${reason}`;
}

const { hookBytes, hookFiles } = connectionLimits;

/** Why a call is not checked. */
export interface Unchecked {
  /** As the beginning of a sentence. */
  readonly why: string;
  /** What the agent can do instead. */
  readonly instead: string;
  /** The next call of the agent will have the same fault. */
  readonly isSaidOnce: boolean;
}

/** HOK-4: it is more than a call may be. */
export const tooLarge = {
  bytes: tooLargeBy(`over ${hookBytes / 1_048_576} MiB`),
  /** Made when it is asked for: the first number that is formatted takes 8 ms, which every start would pay. */
  get files() {
    return tooLargeBy(`over ${hookFiles.toLocaleString('en-US')} files`);
  },
} as const;

function tooLargeBy(bound: string): Unchecked {
  const why = `This call is too large for coord (${bound})`;
  return { why, instead: 'Make the change in smaller steps.', isSaidOnce: false };
}

/** HOK-5 */
export const namesNoFile: Unchecked = {
  why: 'This call writes, and names no file in a form that coord knows',
  instead: 'Name the file, or make the change with another tool.',
  isSaidOnce: true,
};

export function notCheckedMessage({ why }: Unchecked): string {
  return `coord: ${why}, so it was not checked.`;
}

/** HOK-5: the relay took no report of a write. */
export function unreservedMessage(paths: readonly string[], { message }: Refusal): string {
  const [path = '', ...others] = paths;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `coord: the relay refused the report of your write of ${shownId(path)}${more}, so it is not reserved, and your team does not see it. Tell your user.`,
    `The relay said: ${quoted(message, 500)}`,
  ].join('\n');
}

/** HKS-2 */
export function notCheckedDenial({ why, instead }: Unchecked): string {
  return `coord: ${why}, so it was not checked, and this repository denies writes that are not checked. ${instead}`;
}

/** Several messages of one answer, or undefined when there is none. */
export function joined(...messages: (string | undefined)[]): string | undefined {
  const present = messages.filter((message) => message !== undefined && message !== '');
  return present.length === 0 ? undefined : present.join('\n');
}
