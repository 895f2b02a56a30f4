import { z } from 'zod';
import { timestamp } from '../contract/fields.ts';
import { decisionType } from '../decisions/contract.ts';
import { workPackage } from '../work-packages/contract.ts';

export const meetingStatus = z.enum(['recording', 'processing', 'completed']);
export type MeetingStatus = z.output<typeof meetingStatus>;

/** `found`: nobody has confirmed it yet, and it counts; `dropped`: it counts no more, until it is `found` again (MTG-8). */
export const resultState = z.enum(['found', 'confirmed', 'dropped']);
export type ResultState = z.output<typeof resultState>;

export const resultKind = z.enum(['decision', 'action']);
export type ResultKind = z.output<typeof resultKind>;

/** What every result of a meeting says of where it came from. */
const review = {
  /** The words of the transcript that it came from, in one line (MTG-7). */
  sentence: z.string().optional(),
  /** How sure the built-in reader was of it, 0 to 1; left out where it was read otherwise. */
  confidence: z.number().min(0).max(1).optional(),
  /** Left out in meetings of versions that had no review. */
  state: resultState.optional(),
  /** Who said its state last or changed its words, by name, and when; left out until somebody has. */
  reviewed_by: z.string().optional(),
  reviewed_at: timestamp.optional(),
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
  /** The words that say the day, as they were said: "by Friday". */
  deadline_words: z.string().optional(),
  /** Left out when it names none. */
  files: z.array(z.string()).optional(),
  ...review,
});

/** MTG-12: what the built-in reader was not sure enough of, or nobody has said; it counts nowhere until somebody confirms it. */
export const suggestion = z.object({
  /** It keeps the id when it is confirmed. */
  id: z.string(),
  kind: resultKind,
  /** What seems to be decided, or to do. */
  title: z.string(),
  /** Of a decision; left out when nothing was said. */
  rationale: z.string().optional(),
  type: decisionType.optional(),
  affected_files: z.array(z.string()).optional(),
  affected_areas: z.array(z.string()).optional(),
  /** Of an action item: a name as it was said; left out when nobody was named. */
  assignee: z.string().optional(),
  priority: priority.optional(),
  deadline: z.iso.date().optional(),
  deadline_words: z.string().optional(),
  files: z.array(z.string()).optional(),
  /** Left out of what nobody has said. */
  sentence: z.string().optional(),
  /** How sure the built-in reader was; 0 of what another reader found and nobody has said. */
  confidence: z.number().min(0).max(1),
});

export type Suggestion = z.output<typeof suggestion>;
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
  /** What somebody has to confirm before it counts; left out when there is nothing (MTG-12). */
  suggestions: z.array(suggestion).optional(),
  /** Sentences for people about how it was read; left out when there are none. */
  notices: z.array(z.string()).optional(),
  /** `built-in reader`, `language model:<name>` or `agent:<name>`. */
  method: z.string(),
  created_at: timestamp,
});

/** Who speaks, and the lines of the transcript that begin so, numbered from 0. Nobody, who ends what was said before, is ''. */
const speaker = z.object({ name: z.string(), lines: z.array(z.number().int()) });
export type Speaker = z.output<typeof speaker>;

export const meeting = outcome.extend({
  transcript: z.string(),
  /** As they were read; left out where no line names one, and in a brief answer. A line ends with LF, CR LF or CR. */
  speakers: z.array(speaker).optional(),
});
export type MeetingRecord = z.output<typeof meeting>;
