import type { EventPayload } from '../../shared/contract/events/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { symbolId } from '../../shared/kernel/symbol-id.ts';
import { grantedPlaces } from '../../shared/reservations/changed-places.ts';
import { symbolKey } from '../kernel/digest.ts';
import type { Transaction } from '../store/group-committer.ts';
import { newestRowsOf } from '../store/event-queries.ts';
import { selectHolders } from './file-queries.ts';

/** How long an edit counts as recent. */
const recentEditMs = 60 * 60_000;
/** How many of them are read, the newest. */
const maxEdits = 5_000;

/** What a session edited: names of symbols of the graph, or the whole file. */
export interface Edit {
  readonly fileKey: string;
  readonly names: readonly string[];
  readonly sessionId: string;
}

/** What was reserved within the last hour. */
export async function recentEdits(
  { connection, nowMs }: Pick<Transaction, 'connection' | 'nowMs'>,
  workspaceId: string,
): Promise<Edit[]> {
  const rows = await newestRowsOf(connection.kysely, workspaceId, {
    type: 'file_reserved',
    sinceMs: nowMs - recentEditMs,
    limit: maxEdits,
  });
  return rows.map(({ payload }) => {
    const edit = JSON.parse(payload) as EventPayload<'file_reserved'>;
    const places = grantedPlaces(edit.file, edit.symbols, edit.changes);
    const names = places.map(({ within }) => within);
    return { fileKey: pathKey(edit.file), names, sessionId: edit.session_id };
  });
}

/** The keys of the symbols in these files that the session holds, or has edited within the last hour. */
export async function symbolsEditedBy(
  transaction: Pick<Transaction, 'connection' | 'nowMs'>,
  workspaceId: string,
  { sessionId, fileKeys }: { readonly sessionId: string; readonly fileKeys: readonly string[] },
): Promise<Set<string>> {
  if (sessionId === '' || fileKeys.length === 0) return new Set();
  const { connection, nowMs } = transaction;
  const [edits, holders] = await Promise.all([
    recentEdits(transaction, workspaceId),
    selectHolders(connection.kysely, workspaceId, { fileKeys, nowMs }),
  ]);
  const edited = edits
    .filter((edit) => edit.sessionId === sessionId && fileKeys.includes(edit.fileKey))
    .flatMap(({ fileKey, names }) => names.map((name) => symbolId(fileKey, name)));
  const held = holders
    .filter(({ session_id }) => session_id === sessionId)
    .map(({ path_key, within_symbol }) => symbolId(path_key, within_symbol));
  return new Set([...edited, ...held].map(symbolKey));
}
