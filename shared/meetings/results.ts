import { z } from 'zod';
import { timestamp } from '../contract/fields.ts';
import { decisionType } from '../decisions/contract.ts';
import { workPackage } from '../work-packages/contract.ts';

export const meetingStatus = z.enum(['recording', 'processing', 'completed']);
export type MeetingStatus = z.output<typeof meetingStatus>;

/** `found`: nobody has confirmed it yet, and it counts; `dropped`: it counts no more, until it is `found` again (MTG-8). */
export const resultState = z.enum(['found', 'confirmed', 'dropped']);
export type ResultState = z.output<typeof resultState>;

/** What every result of a meeting says of where it came from. */
const review = {
  /** The words of the transcript that it came from, in one line (MTG-7). */
  sentence: z.string().optional(),
  /** Left out in meetings of versions that had no review. */
  state: resultState.optional(),
};

/** A decision that a meeting made; it is a decision of the team like any other. */
export const meetingDecision = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  type: decisionType,
  affected_files: z.array(z.string()),
  affected_areas: z.array(z.string()),
  ...review,
});

export const priority = z.enum(['high', 'medium', 'low']);

/** What somebody said they, or another, would do. */
export const actionItem = z.object({
  /** Stays the same, also when its words are changed. */
  id: z.string(),
  action: z.string(),
  /** A name as it was said; empty when nobody was named. */
  assignee: z.string(),
  priority,
  deadline: z.iso.date().optional(),
  ...review,
});

export type MeetingDecision = z.output<typeof meetingDecision>;
export type ActionItem = z.output<typeof actionItem>;

/** What came of a meeting. */
export const outcome = z.object({
  id: z.string(),
  title: z.string(),
  status: meetingStatus,
  participants: z.array(z.string()),
  /** The day of the meeting; left out in meetings of versions that did not keep it. */
  date: z.iso.date().optional(),
  decisions: z.array(meetingDecision),
  action_items: z.array(actionItem),
  work_packages: z.array(workPackage),
  /** `phrases`: found by what people say when they decide; otherwise `language model:<name>`. */
  method: z.string(),
  created_at: timestamp,
});

export const meeting = outcome.extend({ transcript: z.string() });
export type MeetingRecord = z.output<typeof meeting>;
