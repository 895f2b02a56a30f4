import { integer, table, text } from './table.ts';

export const negotiations = table(
  'negotiations',
  '0003_cooperation',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    file_path: text(),
    path_key: text(),
    /** JSON: names of symbols; `*` for the whole file. */
    symbols: text(),
    initiator_session: text().references('sessions'),
    counterparty_session: text().references('sessions'),
    rationale: text(),
    /** `open`, `resolved`, `escalated` or `expired`. */
    status: text(),
    /** How it ended. */
    outcome: text(),
    /** `counterparty`, `initiator`, `person`; empty when it has ended. */
    waiting_for: text(),
    /** How many turns were taken. */
    turns: integer(),
    max_turns: integer(),
    /** How long each answer may take. */
    deadline_ms: integer(),
    deadline_at: integer(),
    /** JSON: which session got which symbol ids. */
    split: text(),
    /** The order of negotiations: the seq of the event that opened it. */
    place: integer(),
    created_at: integer(),
    ended_at: integer().null(),
    /** A user id, or empty when time ended it. */
    ended_by: text(),
  },
  {
    indexes: {
      negotiations_newest: { on: ['workspace_id', 'created_at', 'id'] },
      negotiations_open: { on: ['workspace_id', 'place'], where: "status = 'open'" },
      negotiations_unended: {
        on: ['workspace_id', 'place'],
        where: 'ended_at IS NULL',
        since: '0027_unended_negotiations',
      },
      negotiations_of_session: { on: ['workspace_id', 'initiator_session', 'status'] },
    },
  },
);

export const negotiationTurns = table(
  'negotiation_turns',
  '0003_cooperation',
  {
    workspace_id: text(),
    negotiation_id: text(),
    turn: integer(),
    session_id: text(),
    user_id: text(),
    action: text(),
    note: text(),
    defer_ms: integer().null(),
    /** JSON: which session is to get which symbol ids. */
    split: text(),
    at: integer(),
  },
  {
    primaryKey: ['workspace_id', 'negotiation_id', 'turn'],
  },
);
