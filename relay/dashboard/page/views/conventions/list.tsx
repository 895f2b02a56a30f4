import { Plus } from 'lucide-preact';
import { compileGlobs } from '../../../../../shared/conventions/globs.ts';
import { pageOf } from '../../../../../shared/kernel/pages.ts';
import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import { Button } from '../../kit/button.tsx';
import { Command } from '../../kit/code.tsx';
import { Empty, Page, Tabs } from '../../kit/page.tsx';
import { Pick, SearchField } from '../../kit/forms/field.tsx';
import { RecordRows } from '../../kit/lists/rows.tsx';
import { useAddress, withQuery } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { newestFirst, useRecords } from '../../state/records.ts';
import { filterIn, fits, type ConventionFilter } from './filter.ts';
import { statuses, statusWords, tiers, tierWords } from './words.ts';
import { asData, shownId } from '../../../../../shared/kernel/display.ts';
import { Link } from '../../kit/link.tsx';
import { Ago } from '../../kit/time.tsx';
import { Who } from '../../kit/who.tsx';
import { TierBadge } from './tier-badge.tsx';

const pageSize = 100;

/** DSH-58: the rules of the team, by status, tier and file. */
export function ConventionList() {
  const { href } = usePlace();
  const { query, setQuery, go } = useAddress();
  const filter = filterIn(query);
  const list = useConventions(filter);
  const isWhole = list.state.value === 'ready' && !list.hasMore.value;
  const shown = isWhole ? list.items.value.length : undefined;
  return (
    <Page
      title="Conventions"
      isReady={list.state.value !== 'loading'}
      actions={
        <>
          <SearchField
            label="Rules for a file"
            value={query.get('file') ?? ''}
            onInput={(file) => setQuery({ file })}
          />
          <Button kind="primary" onClick={() => go(`${href('conventions')}?new=1`)}>
            <Plus size={15} aria-hidden /> Propose
          </Button>
        </>
      }
    >
      <div class="convention-filters">
        <StatusTabs filter={filter} shown={shown} />
        <Pick
          label="Tier"
          value={filter.tier ?? ''}
          options={[
            { value: '', label: 'Any tier' },
            ...tiers.map((tier) => ({ value: tier, label: tierWords[tier].word })),
          ]}
          onPick={(tier) => setQuery({ tier })}
        />
      </div>
      <RecordRows
        list={list}
        label={`${statusWords[filter.status]} rules`}
        row={(rule) => <ConventionRow key={rule.id} rule={rule} />}
        none={<NoRule filter={filter} />}
      />
    </Page>
  );
}

function useConventions(filter: ConventionFilter) {
  return useRecords<ConventionRecord>(
    ({ client, id }) => ({
      list: (before) =>
        pageOf(
          client.call('listConventions', { id, limit: pageSize, ...filter, before }),
          (answer) => answer.conventions,
        ),
      idOf: (rule) => rule.id,
      changedBy: 'convention',
      one: (cid) => client.call('getConvention', { id, cid }),
      belongs: (rule) => fits(rule, filter, (globs, file) => compileGlobs(globs)(file)),
      order: newestFirst,
    }),
    [JSON.stringify(filter)],
  );
}

interface StatusTabsProps {
  readonly filter: ConventionFilter;
  /** How many fit the filter; undefined until that is known. */
  readonly shown: number | undefined;
}

/** The service counts all rules; beside a filter the tab that is open says how many of them fit. */
function StatusTabs({ filter: { status: open, tier, file }, shown }: StatusTabsProps) {
  const isFiltered = tier !== undefined || file !== undefined;
  const count = (status: ConventionFilter['status']) => {
    const all = counts?.[status];
    if (!isFiltered || all === undefined) return all;
    return status === open && shown !== undefined ? `${shown} of ${all}` : `of ${all}`;
  };
  const { live } = usePlace();
  const address = useAddress();
  const counts = live.counts.value?.conventions;
  return (
    <Tabs
      label="Status"
      tabs={statuses.map((status) => ({
        title: (
          <>
            {statusWords[status]} <span class="convention-count">{count(status)}</span>
          </>
        ),
        to: withQuery(address, { status: status === 'active' ? '' : status }),
        isOpen: status === open,
      }))}
    />
  );
}

function NoRule({ filter }: { readonly filter: ConventionFilter }) {
  const { setQuery } = useAddress();
  const { status, tier, file } = filter;
  if (tier !== undefined || file !== undefined)
    return (
      <Empty title={file === undefined ? 'No rule is so' : 'No rule is about this file'}>
        <Button onClick={() => setQuery({ tier: '', file: '' })}>Show all</Button>
      </Empty>
    );
  if (status === 'proposed')
    return (
      <Empty title="No rule waits">
        <p>
          A rule that blocks writes, and that a member proposes, waits here until another accepts
          it.
        </p>
      </Empty>
    );
  if (status === 'retired') return <Empty title="No rule has been retired" />;
  return (
    <Empty title="The team has no rules yet">
      <p>
        A rule is about some files: a <em>must</em> denies writes to them, a <em>should</em> is told
        to agents that work on them. Propose one with the button above, or in a terminal:
      </p>
      <Command
        text={`coord conventions propose "Generated code is not edited" --tier must --file "gen/**"`}
      />
    </Empty>
  );
}

/** One rule on one line; two on a phone. */
function ConventionRow({ rule }: { readonly rule: ConventionRecord }) {
  const { href } = usePlace();
  const globs = rule.affected_files.map((glob) => shownId(glob)).join('  ');
  return (
    <li>
      <Link
        to={href('conventions', rule.id)}
        class="list-row convention-row"
        data-row
        data-status={rule.status}
      >
        <TierBadge tier={rule.tier} />
        <span class="list-row-title cut">{asData(rule.title)}</span>
        <span class="convention-row-globs cut" title={globs}>
          {globs}
        </span>
        <span class="list-row-who">
          <Who name={rule.proposed_by_name} />
        </span>
        <span class="list-row-age">
          <Ago at={rule.created_at} />
        </span>
      </Link>
    </li>
  );
}
