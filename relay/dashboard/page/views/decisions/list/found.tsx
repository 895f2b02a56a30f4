import { nothingFits } from '../../../../../../shared/decisions/fit.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/page.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { changes } from '../../../state/changed-records.ts';
import { useMembers, nameOf } from '../../../state/members.ts';
import type { DecisionState } from '../../../../../../shared/decisions/contract.ts';
import { foundFits, type DecisionFilter } from './filter.ts';
import { DecisionRow } from './row.tsx';
import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { usePlace } from '../../../place/place.ts';

const mostResults = 50;

interface FoundListProps {
  readonly words: string;
  readonly filter: DecisionFilter;
}

/** DSH-56: what is found, the nearest first. */
export function FoundList({ words, filter }: FoundListProps) {
  const { query } = useAddress();
  const isNearest = query.get('near') !== null;
  const { state } = filter;
  const searched = useSearch(words, { limit: mostResults, isNearest, state });
  const members = useMembers();
  const { made_by: id } = filter;
  const author = id === undefined ? undefined : nameOf(members, id);
  const results = resultsOf(searched).filter((found) => foundFits(found, filter, author));
  if (searched === undefined) return null;
  if (isRefusal(searched.answer)) return <p role="alert">{searched.answer.message}</p>;
  return (
    <>
      <p class="unseen" role="status">
        {results.length} found
      </p>
      {results.length === 0 && (
        <NothingFits note={searched.answer.note} isFiltered={Object.keys(filter).length > 0} />
      )}
      {results.length > 0 && (
        <Rows label="Found decisions">
          {results.map((found) => (
            <DecisionRow
              key={found.id}
              id={found.id}
              title={found.title}
              type={found.type}
              state={state ?? (found.is_stale ? 'stale' : 'fresh')}
              author={found.made_by}
              at={found.created_at}
              about={asData(found.rationale)}
              nearness={found.similarity}
              unconfirmed={found.unconfirmed}
            />
          ))}
        </Rows>
      )}
    </>
  );
}

interface NothingFitsProps {
  /** What the service says. It speaks to callers of the interface, and of results that a filter may have left out. */
  readonly note: string | undefined;
  readonly isFiltered: boolean;
}

function NothingFits({ note, isFiltered }: NothingFitsProps) {
  const { setQuery } = useAddress();
  return (
    <Empty title={isFiltered ? 'None of this kind found' : 'No decision found'}>
      {note === nothingFits(false) && <p>{note}</p>}
      {note === nothingFits(true) && (
        <>
          <p>Nothing fits. You can look at the nearest all the same.</p>
          <Button onClick={() => setQuery({ near: '1' })}>Show the nearest</Button>
        </>
      )}
      {isFiltered && (
        <Button onClick={() => setQuery({ type: '', author: '', state: '' })}>
          Search all of them
        </Button>
      )}
    </Empty>
  );
}

type Found = Output<'search'>;

interface Searched {
  readonly words: string;
  readonly answer: Found | Refusal;
}

const afterMs = 160;

interface SearchOptions {
  readonly limit: number;
  /** Whether the nearest are shown also when nothing fits. */
  readonly isNearest?: boolean;
  /** Of which state; of those that count without one. */
  readonly state?: DecisionState | undefined;
}

/**
 * DSH-56: the decisions that fit these words by their meaning, once the person has stopped typing for a moment, and again when a
 * decision changes. What was found before stays until then. Undefined without words, and before the first answer.
 */
function useSearch(
  words: string,
  { limit, isNearest = false, state }: SearchOptions,
): Searched | undefined {
  const { client, live, workspace } = usePlace();
  const [searched, setSearched] = useState<Searched>();
  const id = workspace.value.id;
  useEffect(() => {
    if (words === '') return setSearched(undefined);
    let isCurrent = true;
    const search = async () => {
      const least = isNearest ? { min_similarity: 0 } : {};
      const input = { workspace_id: id, query: words, limit, state, ...least };
      const answer = await client.call('search', input);
      if (isCurrent) setSearched({ words, answer });
    };
    let timer = setTimeout(() => void search(), searched === undefined ? 0 : afterMs);
    const stop = live.onEvents((events) => {
      if (!events.some((event) => changes(event, 'decision'))) return;
      clearTimeout(timer);
      timer = setTimeout(() => void search(), 0);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [words, isNearest, state, id]);
  return words === '' ? undefined : searched;
}

/** What was found, or nothing where there was a refusal. */
function resultsOf(searched: Searched | undefined): Found['results'] {
  return searched === undefined || isRefusal(searched.answer) ? [] : searched.answer.results;
}

const mostNear = 6;
const fewestLetters = 8;
/** What is less near than this share of the nearest is about something else. */
const nearlyAsNear = 0.7;

interface NearProps {
  readonly words: string;
  /** One that is known to be near. */
  readonly except: string | undefined;
}

/** What has been decided about nearly the same: a person sees it before they decide it again. */
export function Near({ words, except }: NearProps) {
  const query = words.trim().slice(0, 1_000);
  const searched = useSearch(query.length < fewestLetters ? '' : query, { limit: mostNear });
  const results = resultsOf(searched);
  const least = nearlyAsNear * (results[0]?.similarity ?? 0);
  const found = results.filter(({ id, similarity }) => id !== except && similarity >= least);
  return (
    <section class="form-beside" aria-label="Decided already">
      <h2>Decided already</h2>
      {found.length === 0 ? (
        <p class="faint">
          {searched === undefined
            ? 'What means nearly the same appears here while you type.'
            : 'Nothing means nearly the same.'}
        </p>
      ) : (
        <Rows label="Decisions that mean nearly the same">
          {found.map(({ id, title, type, is_stale: isStale, made_by: author, ...one }) => (
            <DecisionRow
              key={id}
              {...{ id, title, type, author }}
              state={isStale ? 'stale' : 'fresh'}
              at={one.created_at}
              nearness={one.similarity}
              unconfirmed={one.unconfirmed}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}
