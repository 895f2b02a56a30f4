import { z } from 'zod';
import {
  filePath,
  files,
  identifier,
  limits,
  line,
  name,
  page,
  share,
  text,
  timestamp,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

/**
 * The types of the REST list and of the `decide` tool, united: either list is taken everywhere (`rejection` stands only in
 * the first, `other` only in the second). Anything else is refused.
 */
export const decisionType = z.enum([
  'architecture',
  'approach',
  'implementation',
  'rejection',
  'tradeoff',
  'convention',
  'bugfix',
  'other',
]);

export type DecisionType = z.output<typeof decisionType>;

/** What a decision is that was recorded without a type (DEC-11). */
export const defaultDecisionType: DecisionType = 'approach';

/** `proposed` waits for a person; `ended` was replaced by a newer decision. */
export const decisionState = z.enum(['fresh', 'stale', 'ended', 'proposed']);
export type DecisionState = z.output<typeof decisionState>;

/** What changed under a stale decision (DEC-13). */
export const staleChange = z.object({
  /** The symbol; of a decision about a file as a whole, one that other files can use. */
  symbol: z.string(),
  /** Its signature when the decision was recorded, reaffirmed or carried out. */
  before: z.string(),
  /** Its signature now; empty when it is gone. */
  after: z.string(),
  /** `changed`: only the body, the two signatures are equal. */
  reason: z.enum(['changed', 'signature_changed', 'removed']),
});

export type StaleChange = z.output<typeof staleChange>;

/** In which answer a decision was told to an agent. */
export const toldBy = z.enum(['sync', 'briefing', 'search', 'ask', 'hook']);
export type ToldBy = z.output<typeof toldBy>;

const telling = z.object({
  session_id: z.string(),
  user_name: z.string(),
  agent_type: z.string(),
  /** The last time. */
  at: timestamp,
  by: toldBy,
});

/** Only of what the built-in reader found in a meeting, until somebody confirms it (MTG-18). */
export const unconfirmed = z.literal(true).optional();

/** The same for agents, with the words that say so. */
export const unconfirmedForAgents = { unconfirmed, unconfirmed_because: z.string().optional() };

const recorded = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  type: decisionType,
  made_by: z.string(),
  workspace_id: z.string(),
  files: z.array(z.string()),
  /** Those of the files that the repository's index does not have (DEC-16); lists leave it out. */
  unknown_files: z.array(z.string()).optional(),
  created_at: timestamp,
});

/** A decision with all that is known of it. `made_by` is a user id, `made_by_name` the display name. */
export const decision = recorded.extend({
  made_by_name: z.string(),
  decision_type: decisionType,
  state: decisionState,
  is_stale: z.boolean(),
  /** The symbols that it is about; when one of them changes, it turns stale. */
  symbols: z.array(z.string()),
  /** The symbol whose change made it stale. */
  stale_symbol: z.string().optional(),
  stale_since: timestamp.optional(),
  /** Not of what turned stale under an earlier version. */
  stale_change: staleChange.optional(),
  supersedes: z.string().optional(),
  superseded_by: z.string().optional(),
  reaffirmed_by: z.string().optional(),
  reaffirmed_at: timestamp.optional(),
  /** The user id of who proposed it, or whose agent did what a language model proposed it from. */
  proposed_by: z.string().optional(),
  /** Their display name. */
  proposed_by_name: z.string().optional(),
  /** The user id of who accepted the proposal; `made_by` is the same then. */
  accepted_by: z.string().optional(),
  accepted_at: timestamp.optional(),
  note: z.string().optional(),
  affected_areas: z.array(z.string()),
  unconfirmed,
  /** The version of the symbol graph when it was made, or last reaffirmed. */
  graph_version: z.number().int(),
});

export type DecisionRecord = z.output<typeof decision>;
export type RecordedDecision = z.output<typeof recorded>;

const found = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  type: decisionType,
  /** The same as `type`, under the name that the tools use. */
  decision_type: decisionType,
  /** How near it is to the question, 0 to 1; the same in every answer. */
  similarity: z.number(),
  /** The display name. */
  made_by: z.string(),
  created_at: timestamp,
  is_stale: z.boolean(),
  ...unconfirmedForAgents,
});

/** DEC-20: the decision whose files and symbols it has, because it replaces that one and was given none. */
const filesTakenFrom = { files_taken_from: z.string().optional() };

const title = line(limits.title);
const rationale = text(limits.rationale);
const list = z.object({ decisions: z.array(decision), next_cursor: z.string().optional() });
const oneDecision = { ...workspaceId, decision_id: identifier };

export const decisionOperations = {
  recordDecision: operation({
    method: 'POST',
    path: '/decisions',
    access: 'member',
    input: z.object({
      workspace_id: identifier,
      title,
      rationale: rationale.default(''),
      type: decisionType.optional().describe(`${defaultDecisionType} when left out`),
      decision_type: decisionType.optional().describe('The same as type'),
      files: files.optional(),
      supersedes: identifier.optional(),
    }),
    output: recorded.extend(filesTakenFrom),
    status: 201,
    summary: 'Record a decision',
  }),
  decide: operation({
    method: 'POST',
    path: '/workspaces/:id/decisions',
    access: 'member',
    tool: 'decide',
    toolHides: ['type'],
    input: z.object({
      ...workspaceId,
      title: title.describe('The choice in one line'),
      rationale: rationale.default('').describe('Why; name the symbols it is about'),
      files: files.optional().describe('Comma-separated'),
      decision_type: decisionType.optional().describe(`${defaultDecisionType} when left out`),
      type: decisionType.optional().describe('The same as decision_type'),
      supersedes: identifier.optional().describe('Id of the decision that this one replaces'),
      session_id: identifier.optional(),
    }),
    output: recorded.omit({ type: true }).extend({
      decision_type: decisionType,
      symbols: z.array(z.string()),
      /** The decisions that this one ended. */
      ended: z.array(z.string()),
      /** Fresh decisions of the same title, where there are some: they count beside this one. */
      same_title: z.array(z.string()).optional(),
      ...filesTakenFrom,
    }),
    status: 201,
    summary:
      'Record a choice that others must know. They are told when code that it is about changes.',
  }),
  search: operation({
    method: 'POST',
    path: '/decisions/search',
    access: 'member',
    readOnly: true,
    tool: 'search',
    toolHides: ['session_id', 'state'],
    input: z.object({
      workspace_id: identifier,
      query: line(limits.query).describe('In your own words'),
      limit: wholeNumber(1, limits.searchMax).default(limits.searchDefault),
      min_similarity: share()
        .optional()
        .describe('Show what is at least so near (0 to 1), also when nothing fits'),
      state: decisionState.optional().describe('Only those of this state; else those that count'),
      session_id: identifier.optional().describe('The session that is told (DEC-14)'),
    }),
    output: z.object({
      results: z.array(found),
      /** Says that nothing fits, and how to see the nearest all the same; or how many of the results are weak. */
      note: z.string().optional(),
    }),
    summary: 'Search the decisions of the team by meaning.',
  }),
  listDecisions: operation({
    method: 'GET',
    path: '/workspaces/:id/decisions',
    access: 'member',
    input: z.object({
      ...workspaceId,
      type: decisionType.optional(),
      made_by: identifier.optional(),
      state: decisionState.optional(),
      area: name(limits.area).optional().describe('Only those of this area'),
      file: filePath.optional().describe('Only those about this file'),
      ...page,
    }),
    output: list,
    summary: 'The decisions, newest first',
  }),
  listStaleDecisions: operation({
    method: 'GET',
    path: '/workspaces/:id/decisions/stale',
    access: 'member',
    tool: 'decisions_stale',
    input: z.object({ ...workspaceId, file: filePath.optional(), ...page }),
    output: list,
    summary: 'Decisions whose code has changed since. Reaffirm or supersede each that you settle.',
  }),
  getDecision: operation({
    method: 'GET',
    path: '/workspaces/:id/decisions/:decision_id',
    access: 'member',
    input: z.object(oneDecision),
    output: decision,
    summary: 'One decision',
  }),
  reaffirmDecision: operation({
    method: 'POST',
    path: '/workspaces/:id/decisions/:decision_id/reaffirm',
    access: 'member',
    tool: 'decision_reaffirm',
    input: z.object({
      ...oneDecision,
      note: text(limits.task).optional().describe('Why it still holds'),
      session_id: identifier.optional(),
    }),
    output: decision,
    summary: 'Say that a stale decision still holds for the code as it is now.',
  }),
  acceptDecision: operation({
    method: 'POST',
    path: '/workspaces/:id/decisions/:decision_id/accept',
    access: 'member',
    input: z.object(oneDecision),
    output: decision,
    summary: 'Make a proposed decision one of the team',
  }),
  declineDecision: operation({
    method: 'DELETE',
    path: '/workspaces/:id/decisions/:decision_id',
    access: 'member',
    input: z.object(oneDecision),
    output: decision,
    summary: 'Turn a proposed decision down',
  }),
  listTold: operation({
    method: 'GET',
    path: '/workspaces/:id/decisions/:decision_id/told',
    access: 'member',
    input: z.object({ ...oneDecision, ...page }),
    output: z.object({ told: z.array(telling), next_cursor: z.string().optional() }),
    summary: 'The sessions that were told of a decision, the last ones first',
  }),
};
