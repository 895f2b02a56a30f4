import type { ConventionRule } from '../../shared/conventions/rules.ts';
import type { HookAnswer, HookEffect } from '../../shared/sessions/contract.ts';
import type { Call } from '../kernel/call.ts';
import type { Expiry } from '../reservations/grant.ts';
import type { Place } from '../../shared/reservations/places.ts';
import type { ReservationUnitOfWork } from '../reservations/unit-of-work.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SessionRef, SessionUnitOfWork } from './unit-of-work.ts';

/** What a hook names of one file. */
export interface WrittenFile {
  readonly path: string;
  readonly key: string;
  readonly places: readonly Place[];
}

/** One event of a session, parsed and with canonical paths: what the operations hook, heartbeat and end become. */
export interface SessionCommand {
  readonly workspaceId: string;
  readonly call: Call;
  readonly effect: HookEffect;
  readonly session: SessionRef;
  /** Whether an unknown session is opened; a heartbeat or an end of an unknown one is refused instead. */
  readonly opens: boolean;
  readonly agentType: string;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
  readonly file?: WrittenFile | undefined;
}

export type SessionAnswer = HookAnswer & { session_id?: string };

/** The loaded state that the commands of one batch are decided over, and change. */
export interface CommandContext {
  readonly transaction: Transaction;
  readonly sessions: SessionUnitOfWork;
  readonly reservations: ReservationUnitOfWork;
  /** The active `must` conventions by workspace; loaded only for batches that check or report one. */
  readonly mustConventions: ReadonlyMap<string, readonly ConventionRule[]>;
  /** The sessions that hold more than one transaction releases (SES-6), where the batch ends some. */
  readonly endingInSlices: ReadonlySet<string>;
  /** When reservations end that are granted or extended by this batch. */
  readonly expiry: Expiry;
  /** The workspaces in which a reservation or a session ended, so that the cascade is due. */
  readonly freedWorkspaces: Set<string>;
}
