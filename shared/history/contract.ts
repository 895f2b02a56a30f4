import { z } from 'zod';
import type { LogEvent } from '../contract/events/events.ts';
import {
  identifier,
  limits,
  opaque,
  page,
  timestamp,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { conventionStatus } from '../conventions/contract.ts';
import { decisionState } from '../decisions/contract.ts';
import { maxPathLength } from '../kernel/paths.ts';
import { negotiationStatus } from '../negotiations/contract.ts';
import { taskStatus } from '../tasks/contract.ts';
import { packageStatus } from '../work-packages/contract.ts';

/** An event as the feed sends it; a newer relay may answer types that are not known here. */
const loggedEvent = z.looseObject({
  type: z.string(),
  seq: z.number().int(),
  at: timestamp,
}) as unknown as z.ZodType<LogEvent>;

/** How often a session did what, between the start of a slot and the next one's. */
const activeSlot = z.object({
  /** From 0. It begins at `from` plus `slot` times `slot_ms`. */
  slot: z.number().int(),
  /** Writes that reserved something, or extended it. */
  edits: z.number().int(),
  /** Writes that were kept from happening: another session had reserved the place, or a rule forbids them. */
  denials: z.number().int(),
  /** Writes that happened while another session held the place (RSV-6), or against a rule (CNV-7). A relay of an earlier version counts them as denials. */
  overwrites: z.number().int().optional(),
  decisions: z.number().int(),
  /** Commits that the test gate let through. */
  commits: z.number().int(),
});

const activeAgent = z.object({
  /** Empty for what a person did without a session. */
  session_id: z.string(),
  user: z.string(),
  /** Absent where only the name is known. */
  user_id: z.string().optional(),
  /** Empty for what a person did without a session. */
  agent_type: z.string(),
  /** Those in which something happened, in order. */
  slots: z.array(activeSlot),
});

export type ActiveAgent = z.output<typeof activeAgent>;

const count = z.number().int();

/** How many there are of each, also where it is none. */
function countsOf<const Name extends string>(names: readonly Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, count])) as CountShape<Name>);
}

type CountShape<Name extends string> = Record<Name, typeof count>;

export const historyOperations = {
  listEvents: operation({
    method: 'GET',
    path: '/workspaces/:id/events',
    access: 'member',
    input: z.object({
      ...workspaceId,
      ...page,
      session: identifier.optional().describe('Only events that name this session, by its id'),
      user: identifier
        .optional()
        .describe('Only what this member and their agents did, by the id of the user'),
      type: z
        .union([opaque(limits.text), z.array(opaque(limits.name))])
        .optional()
        .describe('Only these types: a list, or comma-separated'),
      about: opaque(maxPathLength)
        .min(1)
        .optional()
        .describe(
          'Only events that name this: the id of a record, the slug of a workstream, the whole name of a commit, or the path of a file',
        ),
    }),
    output: z.object({
      /** Newest first. Fewer than `limit`, or none, do not say that there are no more: `next_cursor` does. */
      events: z.array(loggedEvent),
      next_cursor: z.string().optional(),
      /** The seq of the workspace's newest event: the feed since that has every later one, and none twice. */
      newest: z.number().int(),
    }),
    summary:
      'The log backwards, newest first; a filtered page reads at most 10,000 events, and may be short',
  }),
  activity: operation({
    method: 'GET',
    path: '/workspaces/:id/activity',
    access: 'member',
    input: z.object({
      ...workspaceId,
      hours: wholeNumber(1, 24).default(4),
      slots: wholeNumber(12, 288).default(48),
    }),
    output: z.object({
      from: timestamp,
      /** The end of the last slot, which has begun. */
      to: timestamp,
      /** Slots begin at whole multiples of it, so the next answer has the same ones. */
      slot_ms: z.number().int(),
      /** The seq up to which events are counted: later ones come with the feed since that. */
      seq: z.number().int(),
      /** Present where more happened than one answer counts: what was until then is left out. */
      counted_from: timestamp.optional(),
      /** Who was active last comes first; at most 1,000. */
      agents: z.array(activeAgent),
    }),
    summary:
      'What each session did in the last hours, by slots of time; counts the newest 20,000 events of them',
  }),
  summary: operation({
    method: 'GET',
    path: '/workspaces/:id/summary',
    access: 'member',
    input: z.object(workspaceId),
    output: z.object({
      /** The seq of the newest event that the counts include. */
      seq: z.number().int(),
      /** Active ones. */
      sessions: count,
      reservations: count,
      /** The files in which something is reserved. */
      reserved_files: count,
      negotiations: countsOf(negotiationStatus.options),
      decisions: countsOf(decisionState.options),
      conventions: countsOf(conventionStatus.options),
      /** Of the workstreams that exist for the caller. */
      tasks: countsOf(taskStatus.options),
      work_packages: countsOf(packageStatus.options),
      /** Of those that exist for the caller. */
      active_workstreams: count,
      /** Those that go on. */
      waits: count,
      meetings: count,
      members: count,
      /** What waits for a person. */
      waiting: z.object({
        /** Escalated ones. */
        negotiations: count,
        proposed_decisions: count,
        stale_decisions: count,
        proposed_conventions: count,
        /** Those that nobody has confirmed or dropped. */
        meeting_results: count,
        /** The workstreams with open runs: what was tried in one is one thing to look at. */
        gate_runs: count,
        /** Branches that `coord watch` could not move. */
        branches: count,
        /** Of meetings, which count only when somebody confirms them (MTG-12). */
        meeting_suggestions: count.optional(),
        /** Of all these together but for the suggestions. */
        total: count,
      }),
      /** What has ever happened here, as far back as the log is kept. */
      first_steps: z.object({
        /** One is connected, or one has published symbols. */
        daemon: z.boolean(),
        /** One opened a session. */
        hook: z.boolean(),
        /** Something was reserved. */
        reservation: z.boolean(),
      }),
    }),
    summary: 'How many there are of everything, counted at one moment',
  }),
};
