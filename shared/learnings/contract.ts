import { z } from 'zod';
import {
  filePath,
  files,
  identifier,
  labels,
  limits,
  line,
  page,
  text,
  timestamp,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const learningType = z.enum(['gotcha', 'workaround', 'pattern', 'discovery', 'convention']);

export const learning = z.object({
  id: z.string(),
  insight: z.string(),
  type: learningType,
  tags: z.array(z.string()),
  files: z.array(z.string()),
  /** A user id. */
  learned_by: z.string(),
  learned_by_name: z.string(),
  created_at: timestamp,
});

export type LearningRecord = z.output<typeof learning>;

export const learningOperations = {
  learn: operation({
    method: 'POST',
    path: '/workspaces/:id/learnings',
    access: 'member',
    tool: 'learn',
    input: z.object({
      ...workspaceId,
      insight: text(limits.rationale).trim().min(1),
      type: learningType.default('discovery'),
      tags: labels(limits.tagsPerRecord, limits.tag).optional().describe('Comma-separated'),
      files: files.optional().describe('Comma-separated'),
    }),
    output: learning,
    status: 201,
    summary: 'Keep a gotcha or a workaround for the others.',
  }),
  listLearnings: operation({
    method: 'GET',
    path: '/workspaces/:id/learnings',
    access: 'member',
    input: z.object({
      ...workspaceId,
      type: learningType.optional(),
      file: filePath.optional(),
      learned_by: identifier.optional(),
      ...page,
    }),
    output: z.object({ learnings: z.array(learning), next_cursor: z.string().optional() }),
    summary: 'What was learned, newest first',
  }),
  ask: operation({
    method: 'POST',
    path: '/workspaces/:id/ask',
    access: 'member',
    readOnly: true,
    tool: 'ask',
    toolHides: ['session_id'],
    input: z.object({
      ...workspaceId,
      question: line(limits.query),
      limit: wholeNumber(1, 20).default(5),
      session_id: identifier.optional().describe('The session that is told (DEC-14)'),
    }),
    output: z.object({
      answer: z.string(),
      sources: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['decision', 'learning', 'convention', 'meeting']),
          title: z.string(),
          similarity: z.number(),
        }),
      ),
      /** `passages`: the best passages as they are; otherwise `language model: <name>`. */
      method: z.string(),
    }),
    summary: 'Ask what the team knows: decisions, rules, notes.',
  }),
};
