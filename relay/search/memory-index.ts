import { similarityOf, usualCurve } from './similarity.ts';
import { isStopWord } from './words.ts';
import type { Hit, Passage, SearchPort, SearchQuery } from './port.ts';

/** An index of words in memory, for a relay without a search index: it finds passages that share words with the question. */
export class MemoryIndex implements SearchPort {
  private readonly workspaces = new Map<string, Map<string, Indexed>>();

  put(passages: readonly Passage[]): Promise<void> {
    for (const passage of passages) {
      let known = this.workspaces.get(passage.workspaceId);
      if (known === undefined) this.workspaces.set(passage.workspaceId, (known = new Map()));
      known.set(passage.id, { passage, words: wordsOf(`${passage.title} ${passage.text}`) });
    }
    return Promise.resolve();
  }

  remove(workspaceId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.workspaces.get(workspaceId)?.delete(id);
    return Promise.resolve();
  }

  search({ workspaceId, kinds, query, limit, states }: SearchQuery): Promise<readonly Hit[]> {
    const all = [...(this.workspaces.get(workspaceId)?.values() ?? [])];
    const wanted = all.filter(
      ({ passage: { kind, state = '' } }) =>
        kinds.includes(kind) && (states === undefined || states.includes(state)),
    );
    const words = [...wordsOf(query)];
    const telling = words.filter((word) => !isStopWord(word));
    const asked = new Set(telling.length > 0 ? telling : words);
    const hits = wanted.map(({ passage: { id, kind }, words }) => {
      const shared = [...asked].filter((word) => words.has(word)).length;
      const coverage = shared / Math.max(1, asked.size);
      const pair = { cosine: undefined, coverage, understood: 1 };
      return { id, kind, similarity: similarityOf(pair, usualCurve) };
    });
    const found = hits.filter(({ similarity }) => similarity > 0);
    found.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    return Promise.resolve(found.slice(0, limit));
  }

  close(): Promise<void> {
    this.workspaces.clear();
    return Promise.resolve();
  }
}

interface Indexed {
  readonly passage: Passage;
  readonly words: ReadonlySet<string>;
}

/** Words in lower case, with identifiers split, without the most common endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const apart = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase();
  const words = apart.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?<=...)(ing|ed|es|s)$/u, '')));
}
