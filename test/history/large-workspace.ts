import type { World } from '../support/harness.ts';

/** How large the workspace of a busy team is. */
export const large = { sessions: 300, reservations: 5_000, events: 50_000 } as const;

/** Rows of one statement; SQLite takes 32,766 parameters. */
const rowsAtOnce = 1_000;

/** Fills the workspace behind the relay's back, as a team of 300 agents leaves it after four hours. */
export async function fill(world: World): Promise<void> {
  const nowMs = world.clock.now();
  const { id: workspace_id } = world.workspace;
  const sessions = upTo(large.sessions, (index) => ({
    id: sessionId(index),
    workspace_id,
    user_id: world.as(index % 2 === 0 ? 'ada' : 'bob').id,
    conversation_id: `c-${index}`,
    agent_id: '',
    agent_type: 'claude-code',
    task: `Work on part ${index}`,
    current_file: fileOf(index),
    branch: 'main',
    state: 'active',
    started_at: nowMs,
    last_heartbeat: nowMs,
    workstream: '',
  }));
  const reservations = upTo(large.reservations, (index) => ({
    workspace_id,
    path_key: fileOf(index),
    symbol: `symbol${index}`,
    file_path: fileOf(index),
    session_id: sessionId(index % large.sessions),
    fence: index + 1,
    expires_at: nowMs + 600_000,
    within_symbol: '',
    base: '',
    lines: '',
    asked: 0,
  }));
  const stepMs = (4 * 3_600_000) / large.events;
  const events = upTo(large.events, (index) => ({
    workspace_id,
    seq: index + 1,
    at: Math.floor(nowMs - (large.events - index) * stepMs),
    ...eventOf(index),
  }));
  const { write } = world.database;
  await write((rows) => rows.insertInto('sessions').values(sessions).execute());
  for (const part of partsOf(reservations))
    await write((rows) => rows.insertInto('reservations').values(part).execute());
  for (const part of partsOf(events))
    await write((rows) => rows.insertInto('events').values(part).execute());
  const seq = { seq: large.events };
  await write((rows) =>
    rows.updateTable('workspaces').set(seq).where('id', '=', workspace_id).execute(),
  );
}

/** Workstreams in which all of them work, and 1,500 decisions about their files. */
export async function fillKnowledge(world: World): Promise<void> {
  const nowMs = world.clock.now();
  const { id: workspace_id } = world.workspace;
  const ada = world.as('ada').id;
  const streams = upTo(20, (index) => ({
    workspace_id,
    slug: `part-${index}`,
    title: `Part ${index}`,
    description: '',
    branch: `coord/part-${index}`,
    base_branch: 'main',
    visibility: 'team',
    status: 'active',
    created_by: ada,
    created_at: nowMs + index,
    ended_at: null,
    ended_by: null,
    reason: '',
    pr_url: '',
  }));
  const decisions = upTo(1_500, (index) => ({
    id: `dec_${String(index).padStart(20, '0')}`,
    workspace_id,
    title: `Decision ${index}`,
    title_key: `decision ${index}`,
    rationale: 'So it is.',
    type: 'approach',
    made_by: ada,
    session_id: '',
    files: JSON.stringify([fileOf(index), fileOf(index + 7)]),
    areas: JSON.stringify([`area ${index % 12}`]),
    state: 'fresh',
    supersedes: null,
    superseded_by: null,
    stale_symbol: null,
    stale_since: null,
    reaffirmed_by: null,
    reaffirmed_at: null,
    reaffirmed_session: '',
    note: '',
    graph_version: 0,
    created_at: nowMs + index,
    stale_change: null,
    unconfirmed: 0,
    proposed_by: null,
    accepted_by: null,
    accepted_at: null,
  }));
  const { write } = world.database;
  await write((rows) => rows.insertInto('workstreams').values(streams).execute());
  for (const part of partsOf(decisions))
    await write((rows) => rows.insertInto('decisions').values(part).execute());
  for (let at = 0; at < large.sessions; at += 1)
    await write((rows) =>
      rows
        .updateTable('sessions')
        .set({ workstream: `part-${at % streams.length}` })
        .where('id', '=', sessionId(at))
        .execute(),
    );
}

function eventOf(index: number): { type: string; payload: string } {
  const session_id = sessionId(index % large.sessions);
  const [file, by] = [fileOf(index), `agent ${index % 7}`];
  const denied = { file, by, session_id, holder: 'ada', holder_session_id: sessionId(index % 11) };
  const drafts = [
    { type: 'session_updated', session_id, task: 'Go on', branch: 'main', current_file: file },
    { type: 'conflict_detected', ...denied, kind: 'write_denied' },
  ];
  const symbols = upTo(4, (at) => `${file}#symbol${at}`);
  const expires_at = '2026-01-05T09:10:00.000Z';
  const reserved = { type: 'file_reserved', file, by, symbols, session_id, task: 'Work on it' };
  const draft = drafts[index % 10] ?? { ...reserved, expires_at, fresh: index % 3 === 0 };
  return { type: draft.type, payload: JSON.stringify(draft) };
}

const sessionId = (index: number) => `sess_${String(index).padStart(20, '0')}`;
const fileOf = (index: number) => `src/part${index % 40}/module${index % 220}.ts`;

function upTo<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function partsOf<T>(rows: readonly T[]): T[][] {
  return upTo(Math.ceil(rows.length / rowsAtOnce), (part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}
