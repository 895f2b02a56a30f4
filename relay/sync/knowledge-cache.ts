import { LRUCache } from 'lru-cache';
import { knowledgeEventTypes } from '../../shared/contract/events/events.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { KnowledgeIndex } from '../../shared/sync/relevant-knowledge.ts';
import { hasEventAfter, newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';
import type { KnowledgeReader } from './knowledge.ts';

interface CachedKnowledge {
  readonly knowledge: KnowledgeIndex;
  readonly readAtMs: number;
  /** No event up to this one has changed it. */
  seq: number;
}

/** Old events are deleted, and with them the sign that something changed. */
const maxAgeMs = 600_000;
const maxWorkspaces = 100;
const types = [...knowledgeEventTypes];

/** Reads the records of a workspace again only when the log says that one of them changed. */
export function cachedKnowledgeReader(
  read: KnowledgeReader,
  { database, clock }: { database: Database; clock: Clock },
): KnowledgeReader {
  const cache = new LRUCache<string, CachedKnowledge>({ max: maxWorkspaces });
  return async (workspaceId) => {
    // Read before the records: what happens meanwhile counts as a change the next time.
    const seq = await newestSeq(database.reader, workspaceId);
    const known = cache.get(workspaceId);
    if (known !== undefined && Math.abs(clock.now() - known.readAtMs) < maxAgeMs) {
      const after = known.seq;
      if (!(await hasEventAfter(database.reader, workspaceId, { after, types }))) {
        known.seq = Math.max(known.seq, seq);
        return known.knowledge;
      }
    }
    const knowledge = await read(workspaceId);
    cache.set(workspaceId, { knowledge, readAtMs: clock.now(), seq });
    return knowledge;
  };
}
