import { z } from 'zod';
import { filePath, limits, line, text, wholeNumber } from '../contract/fields.ts';
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
  no_results: z
    .boolean()
    .optional()
    .describe('true with two empty lists: the meeting has no results'),
});

export type MeetingReading = z.output<typeof meetingReading>;

/** MTG-17: of a reading that is not of the whole transcript. */
export const partOfReading = {
  read_to: wholeNumber(0, limits.transcript)
    .optional()
    .describe(
      'How many characters of the transcript were read; the built-in reader reads the rest. 0 without results hands in the notices alone',
    ),
  notices: z
    .array(line(limits.task))
    .max(limits.meetingNotices)
    .optional()
    .describe('For people: how it was read'),
};

export const aboutReading = {
  /** `language model:<name>` and `agent:<name>` stay as they are, another name is that of an agent. */
  read_by: line(limits.name).optional().describe('Who has read it'),
  ...partOfReading,
};
