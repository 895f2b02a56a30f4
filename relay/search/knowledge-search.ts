import { newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';
import type { SearchFollower } from './follower.ts';
import type { Hit, SearchPort, SearchQuery } from './port.ts';

/** The search that services use: a caller finds everything that was recorded before the call. */
export interface KnowledgeSearch {
  search(query: SearchQuery): Promise<readonly Hit[]>;
}

/** The longest that a search waits for the index; after that it answers with what the index has. */
const maxWaitMs = 2_000;

export function knowledgeSearch(
  database: Database,
  follower: SearchFollower,
  index: SearchPort,
): KnowledgeSearch {
  return {
    async search(query) {
      const seq = await newestSeq(database.reader, query.workspaceId);
      await follower.reached(query.workspaceId, seq, maxWaitMs);
      return index.search(query);
    },
  };
}
