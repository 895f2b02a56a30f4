import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { usePlace } from '../../../place/place.ts';
import { changedBy } from './filter.ts';

export type Found = Output<'search'>;

interface Searched {
  readonly words: string;
  readonly answer: Found | Refusal;
}

const afterMs = 160;

interface SearchOptions {
  readonly limit: number;
  /** Whether the nearest are shown also when nothing fits. */
  readonly isNearest?: boolean;
}

/**
 * DSH-56: the decisions that fit these words by their meaning, once the person has stopped typing for a moment, and again when a
 * decision changes. What was found before stays until then. Undefined without words, and before the first answer.
 */
export function useSearch(
  words: string,
  { limit, isNearest = false }: SearchOptions,
): Searched | undefined {
  const { client, live, workspace } = usePlace();
  const [searched, setSearched] = useState<Searched>();
  const id = workspace.value.id;
  useEffect(() => {
    if (words === '') return setSearched(undefined);
    let isCurrent = true;
    const search = async () => {
      const least = isNearest ? { min_similarity: 0 } : {};
      const input = { workspace_id: id, query: words, limit, ...least };
      const answer = await client.call('search', input);
      if (isCurrent) setSearched({ words, answer });
    };
    let timer = setTimeout(() => void search(), searched === undefined ? 0 : afterMs);
    const stop = live.onEvents((events) => {
      if (!events.some((event) => changedBy(event).length > 0)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void search(), 0);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [words, isNearest, id]);
  return words === '' ? undefined : searched;
}

/** What was found, or nothing where there was a refusal. */
export function resultsOf(searched: Searched | undefined): Found['results'] {
  return searched === undefined || isRefusal(searched.answer) ? [] : searched.answer.results;
}
