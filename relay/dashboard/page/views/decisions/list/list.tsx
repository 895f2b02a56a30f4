import { Plus } from 'lucide-preact';
import { Empty, Page } from '../../../kit/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Command } from '../../../kit/code.tsx';
import { SearchField } from '../../../kit/forms/field.tsx';
import { RecordRows } from '../../../kit/lists/rows.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { filterIn, fits, type DecisionFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import { FoundList } from './found.tsx';
import { About, DecisionRow } from './row.tsx';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { pageOf } from '../../../../../../shared/kernel/pages.ts';
import { newestFirst, useRecords, type Records } from '../../../state/records.ts';

/** DSH-55, DSH-56: the decisions of the team, filtered or searched. */
export function DecisionList() {
  const { href } = usePlace();
  const { query, setQuery, go } = useAddress();
  const filter = filterIn(query);
  const words = (query.get('q') ?? '').trim();
  const list = useDecisions(filter);
  return (
    <Page
      title="Decisions"
      isReady={list.state.value !== 'loading'}
      actions={
        <>
          <SearchField
            label="Search by meaning"
            value={query.get('q') ?? ''}
            onInput={(q) => setQuery({ q, near: '' })}
          />
          <Button kind="primary" onClick={() => go(`${href('decisions')}?new=1`)}>
            <Plus size={15} aria-hidden /> Record
          </Button>
        </>
      }
    >
      <Filters filter={filter} isSearching={words !== ''} />
      {words === '' ? (
        <Listed list={list} isFiltered={Object.keys(filter).length > 0} />
      ) : (
        <FoundList words={words} filter={filter} />
      )}
    </Page>
  );
}

interface ListedProps {
  readonly list: ReturnType<typeof useDecisions>;
  readonly isFiltered: boolean;
}

function Listed({ list, isFiltered }: ListedProps) {
  return (
    <RecordRows
      list={list}
      label="Decisions"
      row={({ id, title, type, state, ...decision }) => (
        <DecisionRow
          key={id}
          {...{ id, title, type, state }}
          author={decision.made_by_name}
          at={decision.created_at}
          about={<About areas={decision.affected_areas} files={decision.files} />}
          unconfirmed={decision.unconfirmed}
        />
      )}
      none={isFiltered ? <NoneOfThese /> : <NoneYet />}
    />
  );
}

function NoneOfThese() {
  const { setQuery } = useAddress();
  return (
    <Empty title="No decision is so">
      <Button onClick={() => setQuery({ type: '', author: '', area: '', file: '', state: '' })}>
        Show all
      </Button>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title="Nothing has been decided yet">
      <p>
        Agents record choices that others must know, and are told when the code under one changes.
        Record one yourself with the button above, or in a terminal:
      </p>
      <Command text={`coord decide "Sessions live in Redis" --file src/session.ts`} />
    </Empty>
  );
}

const pageSize = 100;

/** DSH-55: the decisions of a filter, the newest first, in pages. */
function useDecisions(filter: DecisionFilter): Records<DecisionRecord> {
  return useRecords<DecisionRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listDecisions', { id, limit: pageSize, ...filter, before }),
          (answer) => answer.decisions,
        ),
      idOf: (decision) => decision.id,
      changedBy: 'decision',
      one: (decisionId) => client.call('getDecision', { id, decision_id: decisionId }),
      belongs: (decision) => fits(decision, filter),
      order: newestFirst,
    }),
    [JSON.stringify(filter)],
  );
}
