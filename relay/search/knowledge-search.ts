import { newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';
import type { SearchFollower } from './follower.ts';
import type { Hit, SearchPort, SearchQuery } from './port.ts';

/** How services search: a caller finds what was recorded before they asked. */
export interface KnowledgeSearch {
  search(query: SearchQuery): Promise<readonly Hit[]>;
}

/** Longer than the index needs behind a burst of writes; after that the answer is what it has. */
const patienceMs = 2_000;

export function knowledgeSearch(
  database: Database,
  follower: SearchFollower,
  index: SearchPort,
): KnowledgeSearch {
  return {
    async search(query) {
      const seq = await newestSeq(database.reader, query.workspaceId);
      await follower.reached(query.workspaceId, seq, patienceMs);
      return index.search(query);
    },
  };
}
