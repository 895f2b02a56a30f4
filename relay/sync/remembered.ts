import { knowledgeEvents } from '../../shared/contract/events.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { KnowledgeIndex } from '../../shared/sync/relevant-knowledge.ts';
import { hasHappened, newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';
import type { KnowledgeReader } from './knowledge.ts';

interface Remembered {
  readonly knowledge: KnowledgeIndex;
  readonly readAtMs: number;
  /** Up to here the log says nothing that would change it. */
  seq: number;
}

/** Events go after a while, and with them the sign that something changed. */
const longestMs = 600_000;
const mostWorkspaces = 100;
const types = [...knowledgeEvents];

/** The same reader, which reads a thousand records again only when the log says that one of them changed. */
export function remembering(
  read: KnowledgeReader,
  { database, clock }: { database: Database; clock: Clock },
): KnowledgeReader {
  const remembered = new Map<string, Remembered>();
  return async (workspaceId) => {
    // Before anything is read: what happens meanwhile counts as new the next time.
    const seq = await newestSeq(database.reader, workspaceId);
    const known = remembered.get(workspaceId);
    if (known !== undefined && clock.now() - known.readAtMs < longestMs) {
      const after = known.seq;
      if (!(await hasHappened(database.reader, workspaceId, { after, types }))) {
        known.seq = Math.max(known.seq, seq);
        return known.knowledge;
      }
    }
    const knowledge = await read(workspaceId);
    if (remembered.size >= mostWorkspaces) remembered.clear();
    remembered.set(workspaceId, { knowledge, readAtMs: clock.now(), seq });
    return knowledge;
  };
}
