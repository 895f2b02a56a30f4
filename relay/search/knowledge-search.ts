import { newestSeq } from '../store/event-queries.ts';
import type { Database } from '../store/database.ts';
import type { SearchFollower } from './following/follower.ts';
import { fitting } from './similarity.ts';
import type { Hit, SearchPort, SearchQuery } from './port.ts';

/** The search that services use: a caller finds everything that was recorded before the call. */
export interface KnowledgeSearch {
  search(query: SearchQuery): Promise<readonly Hit[]>;
  /** Those of the hits that fit the question, or are at least so similar (SIM-3). */
  searchFitting(query: SearchQuery, least?: number): Promise<FittingHits>;
}

export interface FittingHits {
  readonly hits: readonly Hit[];
  /** Whether there is anything that a smaller least similarity shows. */
  readonly isAnyNear: boolean;
}

/** The longest that a search waits for the index; after that it answers with what the index has. */
const maxWaitMs = 2_000;

export function knowledgeSearch(
  database: Database,
  follower: SearchFollower,
  index: SearchPort,
): KnowledgeSearch {
  const search: KnowledgeSearch['search'] = async (query) => {
    const seq = await newestSeq(database.reader, query.workspaceId);
    await follower.reached(query.workspaceId, seq, maxWaitMs);
    return index.search(query);
  };
  return {
    search,
    async searchFitting(query, least) {
      const near = await search(query);
      return { hits: fitting(near, least), isAnyNear: near.length > 0 };
    },
  };
}
