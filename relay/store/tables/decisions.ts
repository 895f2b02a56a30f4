import { integer, table, text } from './table.ts';

export const decisions = table(
  'decisions',
  '0002_knowledge',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    title: text(),
    /** A digest of the folded title. */
    title_key: text(),
    rationale: text(),
    type: text(),
    made_by: text().references('users'),
    session_id: text(),
    /** JSON: canonical paths. */
    files: text(),
    /** JSON: names of areas. */
    areas: text(),
    /** `proposed`, `fresh`, `stale` or `ended`. */
    state: text(),
    supersedes: text().null(),
    superseded_by: text().null(),
    stale_symbol: text().null(),
    stale_since: integer().null(),
    reaffirmed_by: text().null(),
    reaffirmed_at: integer().null(),
    /** Whose edits carry it out (DEC-10); empty when it is not known. */
    reaffirmed_session: text().default('').since('0009_reaffirming_sessions'),
    note: text(),
    graph_version: integer(),
    created_at: integer(),
    /** JSON: the signatures before and after; null unless stale, and for what turned stale under an earlier version. */
    stale_change: text().null().since('0015_told_decisions'),
    /** 1: the built-in reader found it in a meeting, and nobody has confirmed it (MTG-18). */
    unconfirmed: integer().default('0').since('0022_unconfirmed_decisions'),
    /** The user id of who proposed it; null for what nobody proposed, and for what an earlier version accepted. */
    proposed_by: text().null().since('0024_accepted_decisions'),
    accepted_by: text().null().since('0024_accepted_decisions'),
    accepted_at: integer().null().since('0024_accepted_decisions'),
  },
  {
    indexes: {
      decisions_newest: { on: ['workspace_id', 'created_at', 'id'] },
      decisions_by_title: { on: ['workspace_id', 'title_key'] },
      decisions_stale: { on: ['workspace_id', 'created_at', 'id'], where: "state = 'stale'" },
    },
  },
);

export const decisionLinks = table(
  'decision_links',
  '0002_knowledge',
  {
    workspace_id: text(),
    decision_id: text(),
    symbol_key: text(),
    /** The id of a symbol, or of a file's top level for the file as a whole (DEC-9). */
    symbol: text(),
    /** What the symbol meant when the decision was made, reaffirmed or carried out; of a file, its exported signatures. */
    meaning_hash: text(),
  },
  {
    primaryKey: ['workspace_id', 'decision_id', 'symbol_key'],
    indexes: {
      decision_links_of_symbol: { on: ['workspace_id', 'symbol_key'] },
    },
  },
);

export const decisionFiles = table(
  'decision_files',
  '0002_knowledge',
  {
    workspace_id: text(),
    decision_id: text(),
    file_key: text(),
  },
  {
    primaryKey: ['workspace_id', 'decision_id', 'file_key'],
    indexes: {
      decision_files_of_file: { on: ['workspace_id', 'file_key'] },
    },
  },
);

/** Which session was told of which decision, and when last (DEC-14). */
export const decisionTellings = table(
  'decision_tellings',
  '0015_told_decisions',
  {
    workspace_id: text(),
    decision_id: text(),
    session_id: text(),
    at: integer(),
    /** `sync`, `briefing`, `search`, `ask` or `hook`. */
    told_by: text(),
  },
  {
    primaryKey: ['workspace_id', 'decision_id', 'session_id'],
    indexes: {
      decision_tellings_newest: { on: ['workspace_id', 'decision_id', 'at', 'session_id'] },
      decision_tellings_oldest: { on: ['workspace_id', 'at'] },
    },
  },
);
