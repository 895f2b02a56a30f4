import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { jsonArrayOf } from '../kernel/cursor.ts';
import { cutPage } from '../kernel/handlers.ts';
import type { Database } from '../store/database.ts';
import { graphVersion } from '../symbol-graph/queries.ts';
import { selectSizedFiles, type SizedFile } from '../symbol-graph/file-queries.ts';

type Reader = Database['reader'];

/** SQLite reads in this thread: hooks are answered between two slices of a page. */
const filesAtOnce = 500;

/** SYM-8: a page of the files. Refused with a ValidationError for what is no cursor of this list. */
export async function listFiles(
  db: Reader,
  { id, limit, before }: Input<'listFiles'>,
): Promise<Output<'listFiles'> | Refusal> {
  const after = fileKeyIn(before);
  if (isRefusal(after)) return after;
  const found = await readInSlices(db, id, { limit: limit + 1, after });
  const { rows, nextCursor } = cutPage(found, limit, cursorOf);
  return {
    files: rows.map(({ file, lines, symbols }) => ({ path: file, lines, symbols })),
    graph_version: await graphVersion(db, id),
    next_cursor: nextCursor,
  };
}

async function readInSlices(
  db: Reader,
  workspaceId: string,
  { limit, after }: { limit: number; after: string },
): Promise<SizedFile[]> {
  const found: SizedFile[] = [];
  for (let last = after; found.length < limit;) {
    const size = Math.min(filesAtOnce, limit - found.length);
    const slice = await selectSizedFiles(db, workspaceId, { limit: size, after: last });
    found.push(...slice);
    if (slice.length < size) break;
    last = slice.at(-1)?.file_key ?? last;
    await nextTurn();
  }
  return found;
}

function cursorOf({ file_key: key }: SizedFile): string {
  return Buffer.from(JSON.stringify([key])).toString('base64url');
}

/** Paths begin after the empty text. */
function fileKeyIn(cursor: string | undefined): string | Refusal {
  if (cursor === undefined) return '';
  const [key, ...more] = jsonArrayOf(cursor);
  const isKey = typeof key === 'string' && key.isWellFormed() && !key.includes('\0');
  if (isKey && more.length === 0) return key;
  return refuse('ValidationError', 'before is no cursor of this list.', { field: 'before' });
}
