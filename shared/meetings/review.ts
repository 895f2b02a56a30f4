import { z } from 'zod';
import {
  changeOf,
  identifier,
  limits,
  line,
  page,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { outcome, priority, resultKind, resultState } from './results.ts';

/** A result of a meeting that waits for a person. */
const unreviewed = z.object({
  meeting_id: z.string(),
  meeting_title: z.string(),
  kind: resultKind,
  /** True: it counts only when it is confirmed (MTG-12). Left out of results, which count. */
  is_suggestion: z.boolean().optional(),
  id: z.string(),
  /** The title of the decision, or what is to do. */
  title: z.string(),
  sentence: z.string().optional(),
  /** How sure the built-in reader was of it, 0 to 1; left out where it was read otherwise. */
  confidence: z.number().min(0).max(1).optional(),
  /** A name as it was said; left out when nobody was named. */
  assignee: z.string().optional(),
  /** Of an action item. */
  priority: priority.optional(),
  deadline: z.iso.date().optional(),
  /** The words that say the day: "by Friday". */
  deadline_words: z.string().optional(),
  /** Of a decision; left out when nothing was said. */
  rationale: z.string().optional(),
  /** Left out when it names none. */
  files: z.array(z.string()).optional(),
  at: timestamp,
});

export type UnreviewedResult = z.output<typeof unreviewed>;

/** What a person may change of the words of a result. */
const words = {
  title: line(limits.title).optional().describe('Of a decision that is not confirmed'),
  rationale: text(limits.rationale).optional().describe('Of a decision that is not confirmed'),
  action: line(limits.title).optional().describe('Of an action item'),
  assignee: line(limits.name)
    .nullable()
    .optional()
    .describe('Of an action item: a name, or the id of a member; null removes it'),
  deadline: z.iso.date().nullable().optional().describe('Of an action item; null removes it'),
  priority: priority.optional().describe('Of an action item'),
};

/** MTG-8: a person's judgement of what was found in a meeting. */
export const reviewOperations = {
  listUnreviewed: operation({
    method: 'GET',
    path: '/workspaces/:id/meetings/unreviewed',
    access: 'member',
    input: z.object({ ...workspaceId, ...page }),
    output: z.object({ results: z.array(unreviewed), next_cursor: z.string().optional() }),
    summary: 'What was found in meetings and nobody has confirmed or dropped, newest meeting first',
  }),
  reviewResult: operation({
    method: 'PATCH',
    path: '/meetings/:meeting_id/results/:result_id',
    access: 'user',
    input: changeOf(
      z.object({
        meeting_id: identifier,
        result_id: identifier,
        state: resultState.optional(),
        ...words,
        /** MTG-29; null is none. */
        was: z
          .object(words)
          .optional()
          .describe('As the caller saw what it changes: where one of these is another by now, 409'),
      }),
      ['state', 'title', 'rationale', 'action', 'assignee', 'deadline', 'priority'],
    ),
    output: outcome,
    summary: 'Confirm, change, drop or assign what was found in a meeting',
  }),
};
