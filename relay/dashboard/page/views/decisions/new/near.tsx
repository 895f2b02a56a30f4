import { Rows } from '../../../kit/lists/rows.tsx';
import { DecisionRow } from '../list/row.tsx';
import { resultsOf, useSearch } from '../list/use-search.ts';

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
