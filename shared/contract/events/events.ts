import type { z } from 'zod';
import { branchEvents } from './branch.ts';
import { contractEvents } from './contract.ts';
import { gateEvents } from './gate.ts';
import { knowledgeEvents } from './knowledge.ts';
import { meetingEvents, reviewEvents } from './meeting.ts';
import { negotiationEvents } from './negotiation.ts';
import { radarEvents } from './radar.ts';
import { reservationEvents } from './reservation.ts';
import { sessionEvents } from './session.ts';
import { symbolEvents } from './symbol.ts';
import { taskEvents } from './task.ts';
import { traceEvents } from './trace.ts';
import { waitEvents } from './wait.ts';
import { workPackageEvents } from './work-package.ts';
import { workspaceEvents } from './workspace.ts';
import { workstreamEvents } from './workstream.ts';

/**
 * Every event of a workspace's log, by topic. The four types that the interface prescribes have the prescribed
 * keys first. An event contains the session ids of whom it concerns and what a daemon's replica needs, so that a daemon
 * follows the log without further requests. `at` is the relay's time of the commit.
 */
export const eventSchemas = {
  ...reservationEvents,
  ...sessionEvents,
  ...workspaceEvents,
  ...symbolEvents,
  ...knowledgeEvents,
  ...traceEvents,
  ...workstreamEvents,
  ...taskEvents,
  ...negotiationEvents,
  ...waitEvents,
  ...contractEvents,
  ...gateEvents,
  ...branchEvents,
  ...meetingEvents,
  ...reviewEvents,
  ...workPackageEvents,
  ...radarEvents,
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.output<(typeof eventSchemas)[T]>;

/** An event that a command wants to append, before the log gives it a seq. */
export type DraftEvent = { [T in EventType]: { type: T } & EventPayload<T> }[EventType];

/** An event of the log: `seq` has no gaps and never runs backwards within its workspace. */
export type LogEvent = DraftEvent & { readonly seq: number; readonly at: string };

/** Events that change what the team knows: decisions, conventions, learnings. Caches of it follow these. */
export const knowledgeEventTypes: ReadonlySet<EventType> = typesOf({
  ...knowledgeEvents,
  ...reviewEvents,
});

/** Events that change what the team works on. Caches of it follow these. */
export const workEventTypes: ReadonlySet<EventType> = typesOf({
  ...workstreamEvents,
  ...taskEvents,
  ...negotiationEvents,
  ...waitEvents,
  ...contractEvents,
  ...workPackageEvents,
  ...reviewEvents,
});

function typesOf(events: Partial<Record<EventType, unknown>>): ReadonlySet<EventType> {
  return new Set(Object.keys(events) as EventType[]);
}
