/** Who works on a task, or is meant to. */

import type { TaskStatus } from '../../shared/tasks/contract.ts';

export interface Assignee {
  /** Empty for a person who works on it without a session. */
  readonly sessionId: string;
  /** Whose session that is, or the person. */
  readonly userId: string;
  readonly name: string;
  /** With which client the session works. */
  readonly client: string | undefined;
  /** A session that has ended, or has not been heard of for too long, keeps nobody from the task. */
  readonly alive: boolean;
}

/** Who asks; a person without a session has an empty id. */
export interface ActingSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly alive: boolean;
}

/** What of a task decides about its moves. */
export interface TaskState {
  readonly id: string;
  readonly status: TaskStatus;
  readonly assignee: Assignee | undefined;
  /** Empty when a person made it. */
  readonly createdBySession: string;
  readonly createdBy: { readonly userId: string; readonly name: string };
  /** The states of its prerequisites. */
  readonly prerequisites: readonly TaskStatus[];
}
