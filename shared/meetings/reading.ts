import { z } from 'zod';
import { filePath, limits, line, text } from '../contract/fields.ts';
import { decisionType } from '../decisions/contract.ts';
import { priority } from './results.ts';

const decision = z.object({
  title: line(limits.title),
  rationale: text(limits.rationale).optional(),
  type: decisionType.optional(),
  affected_files: z.array(filePath).max(limits.filesPerRecord).optional(),
  affected_areas: z.array(line(limits.area)).max(limits.areasPerRecord).optional(),
  sentence: line(limits.sentence).describe('Word for word'),
});

const actionItem = z.object({
  action: line(limits.title),
  assignee: line(limits.name).optional(),
  priority: priority.optional(),
  deadline: z.iso.date().optional(),
  files: z.array(filePath).max(limits.filesPerRecord).optional(),
  sentence: line(limits.sentence),
});

const workPackage = z.object({
  title: line(limits.title),
  description: text(limits.text).optional(),
  files: z.array(filePath).max(limits.filesPerRecord),
  decisions: z
    .array(z.number().int().min(1).max(limits.meetingDecisions))
    .max(limits.meetingDecisions)
    .describe('Numbers: 1 is the first decision'),
});

/** MTG-15: what somebody found in the transcript of a meeting: an agent, or a language model. */
export const meetingReading = z.object({
  decisions: z.array(decision).max(limits.meetingDecisions),
  action_items: z.array(actionItem).max(limits.meetingActions),
  /** Without them the decisions are divided by their files. */
  work_packages: z.array(workPackage).max(limits.meetingDecisions).optional(),
});

export type MeetingReading = z.output<typeof meetingReading>;

/** Who has read: `language model:<name>` and `agent:<name>` stay as they are, another name is that of an agent. */
export const readBy = line(limits.name);
