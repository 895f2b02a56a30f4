import { similarityOf, usualCurve } from '../../relay/search/similarity.ts';
import { questionWords, wordsIn, wordsOf } from '../../relay/search/words.ts';
import type { Hit, Passage, SearchPort, SearchQuery } from '../../relay/search/port.ts';

/** An index of words in memory, for relays whose test is not about search: it stores nothing and loads no lexicon. */
export class MemoryIndex implements SearchPort {
  private readonly workspaces = new Map<string, Map<string, Passage>>();

  put(passages: readonly Passage[]): Promise<void> {
    for (const passage of passages) {
      let known = this.workspaces.get(passage.workspaceId);
      if (known === undefined) this.workspaces.set(passage.workspaceId, (known = new Map()));
      known.set(passage.id, passage);
    }
    return Promise.resolve();
  }

  remove(workspaceId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.workspaces.get(workspaceId)?.delete(id);
    return Promise.resolve();
  }

  search({ workspaceId, kinds, query, limit, states }: SearchQuery): Promise<readonly Hit[]> {
    const telling = questionWords(query);
    const words = telling.length > 0 ? telling : wordsOf(query);
    const found = [...(this.workspaces.get(workspaceId)?.values() ?? [])]
      .filter(({ kind, state = '' }) => kinds.includes(kind) && (states?.includes(state) ?? true))
      .map(({ id, kind, title, text }) => {
        const coverage = wordsIn(`${title} ${text}`, words).size / Math.max(1, words.length);
        const pair = { cosine: undefined, coverage, understood: 1 };
        return { id, kind, similarity: similarityOf(pair, usualCurve) };
      })
      .filter(({ similarity }) => similarity > 0)
      .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    return Promise.resolve(found.slice(0, limit));
  }

  checkpointOf(_workspaceId: string): Promise<number | undefined> {
    return Promise.resolve(undefined);
  }

  saveCheckpoint(_workspaceId: string, _seq: number): Promise<void> {
    return Promise.resolve();
  }

  warm(_workspaceIds: readonly string[]): Promise<void> {
    return Promise.resolve();
  }

  onLost(): void {
    // It is never lost.
  }

  close(): Promise<void> {
    this.workspaces.clear();
    return Promise.resolve();
  }
}
