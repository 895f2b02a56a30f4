import { nothingFits } from '../../../../../../shared/decisions/fit.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/page.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { useMembers, nameOf } from '../../../state/members.ts';
import { foundFits, type DecisionFilter } from './filter.ts';
import { DecisionRow } from './row.tsx';
import { resultsOf, useSearch } from './use-search.ts';

const mostResults = 50;

interface FoundListProps {
  readonly words: string;
  readonly filter: DecisionFilter;
}

/** DSH-56: what is found, the nearest first. */
export function FoundList({ words, filter }: FoundListProps) {
  const { query } = useAddress();
  const isNearest = query.get('near') !== null;
  const searched = useSearch(words, { limit: mostResults, isNearest });
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
              state={found.is_stale ? 'stale' : 'fresh'}
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
  /** The service's own words. */
  readonly note: string | undefined;
  readonly isFiltered: boolean;
}

function NothingFits({ note, isFiltered }: NothingFitsProps) {
  const { setQuery } = useAddress();
  return (
    <Empty title={isFiltered ? 'None of this kind found' : 'No decision found'}>
      <p>{note ?? 'A search finds decisions that count, not proposed or ended ones.'}</p>
      {note === nothingFits(true) && (
        <Button onClick={() => setQuery({ near: '1' })}>Show the nearest</Button>
      )}
      {isFiltered && (
        <Button onClick={() => setQuery({ type: '', author: '', state: '' })}>
          Search all of them
        </Button>
      )}
    </Empty>
  );
}
