import type { Transaction } from '../store/group-committer.ts';
import type { WorkstreamRow } from '../store/schema.ts';

/** Who did it. */
export interface Actor {
  readonly user: string;
  /** Empty for a person. */
  readonly sessionId: string;
}

type WorkstreamChange =
  'workstream_started' | 'workstream_changed' | 'workstream_joined' | 'workstream_left';

export function appendWorkstream(
  { log }: Transaction,
  type: WorkstreamChange,
  { row, actor }: { row: WorkstreamRow; actor: Actor },
): void {
  log.append(row.workspace_id, {
    type,
    workstream: workstreamInEvent(row),
    ...actorInEvent(actor),
  });
}

export function appendEnded(
  { log }: Transaction,
  row: WorkstreamRow & { readonly status: 'completed' | 'abandoned' },
  actor: Actor,
): void {
  const { status, reason, pr_url } = row;
  const workstream = workstreamInEvent(row);
  const ended = { workstream, status, reason, pr_url, ...actorInEvent(actor) };
  log.append(row.workspace_id, { type: 'workstream_ended', ...ended });
}

/** Of a private one no more than what git shows of its branch. */
function workstreamInEvent({ slug, title, branch, visibility }: WorkstreamRow) {
  return { slug, title: visibility === 'private' ? '' : title, branch };
}

function actorInEvent({ user, sessionId }: Actor) {
  return { user, session_id: sessionId };
}
