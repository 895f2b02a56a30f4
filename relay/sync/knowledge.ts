import { LRUCache } from 'lru-cache';
import type { Client } from '../../shared/api/client.ts';
import { operations, type JsonOperationName } from '../../shared/api/operations.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { readTeamKnowledge } from '../../shared/sync/read-knowledge.ts';
import { readTeamWork } from '../../shared/sync/read-work.ts';
import { KnowledgeIndex, noKnowledge } from '../../shared/sync/relevant-knowledge.ts';
import { noWork, type TeamWork } from '../../shared/sync/relevant-work.ts';
import type { Caller } from '../kernel/handlers.ts';
import { knowledgeEventTypes } from '../../shared/contract/events/events.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { hasEventAfter, newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';

/** What other slices read of the team's knowledge; empty when it cannot be read. */
export type KnowledgeReader = (workspaceId: string) => Promise<KnowledgeIndex>;

/** What other slices read of the team's work, as far as the caller may see it; empty when it cannot be read. */
export type WorkReader = (workspaceId: string, caller: Caller) => Promise<TeamWork>;

type Lists = Readonly<Partial<Record<JsonOperationName, (input: never, call: never) => unknown>>>;

/** Reads through the lists that the interface offers, as any client would; the caller was authorized before. */
export function knowledgeReader(lists: Lists): KnowledgeReader {
  const call = callerOf(lists, undefined);
  return async (workspaceId) => {
    const known = await readTeamKnowledge(call, workspaceId);
    return new KnowledgeIndex(isRefusal(known) ? noKnowledge : known);
  };
}

/** The same for what the team works on; private workstreams exist only for some. */
export function workReader(lists: Lists): WorkReader {
  return async (workspaceId, caller) => {
    const found = await readTeamWork(callerOf(lists, caller), workspaceId);
    return isRefusal(found) ? noWork : found;
  };
}

function callerOf(lists: Lists, caller: Caller | undefined): Client['call'] {
  return ((name: JsonOperationName, input: unknown) =>
    lists[name]?.(
      operations[name].input.parse(input) as never,
      { caller } as never,
    )) as Client['call'];
}

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
