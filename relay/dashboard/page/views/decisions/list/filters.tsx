import { X } from 'lucide-preact';
import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Pick } from '../../../kit/forms/field.tsx';
import { Tabs } from '../../../kit/page.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import type { Counts } from '../../../state/live.ts';
import { useMembers } from '../../../state/members.ts';
import { changes } from '../../../state/changed-records.ts';
import { useAnswer } from '../../../state/record.ts';
import { stateWords, typeWords } from '../common/words.ts';
import { states, types, type DecisionFilter } from './filter.ts';
import { useEffect, useRef } from 'preact/hooks';

interface FiltersProps {
  readonly filter: DecisionFilter;
  readonly isSearching: boolean;
}

const noneOf = 'A search by meaning goes over all files and areas. Empty the search to filter.';

/** DSH-55: which decisions are shown; every choice stands in the address. */
export function Filters({ filter, isSearching }: FiltersProps) {
  const { setQuery } = useAddress();
  const areas = useAreas(filter.area);
  const because = isSearching ? noneOf : undefined;
  const { state, ...others } = filter;
  const isFiltered = Object.keys(others).length > 0;
  return (
    <div class="decision-filters">
      <StateTabs open={filter.state} isCounted={!isFiltered && !isSearching} />
      <div class="decision-picks">
        <Pick
          label="Type"
          value={filter.type ?? ''}
          options={[
            { value: '', label: 'Any type' },
            ...types.map((type) => ({ value: type, label: typeWords[type].word })),
          ]}
          onPick={(type) => setQuery({ type })}
        />
        <AuthorPick author={filter.made_by ?? ''} />
        {areas.length > 0 && (
          <Pick
            label="Area"
            value={filter.area ?? ''}
            options={[
              { value: '', label: 'Any area' },
              ...areas.map((area) => ({ value: area, label: asData(area, 40) })),
            ]}
            disabledBecause={because}
            onPick={(area) => setQuery({ area })}
          />
        )}
        <FileFilter file={filter.file ?? ''} disabledBecause={because} />
        {isSearching && (
          <p class="decision-searching faint">
            Searched: {searchedWords(state)}, over all files and areas.
          </p>
        )}
        {isFiltered && (
          <Button
            kind="quiet"
            size="s"
            onClick={() => setQuery({ type: '', author: '', area: '', file: '' })}
          >
            <X size={13} aria-hidden /> Clear
          </Button>
        )}
      </div>
    </div>
  );
}

function searchedWords(state: DecisionFilter['state']): string {
  if (state === undefined) return 'decisions that count, not proposed or ended ones';
  return `${stateWords[state].word.toLowerCase()} decisions`;
}

function AuthorPick({ author }: { readonly author: string }) {
  const { setQuery } = useAddress();
  const members = useMembers();
  const isKnown = author === '' || members.some(({ user_id: id }) => id === author);
  return (
    <Pick
      label="Author"
      value={author}
      options={[
        { value: '', label: 'Anyone' },
        ...members.map(({ user_id: id, name }) => ({ value: id, label: shownUser(name, 40) })),
        ...(isKnown ? [] : [{ value: author, label: 'A former member' }]),
      ]}
      onPick={(value) => setQuery({ author: value })}
    />
  );
}

interface StateTabsProps {
  readonly open: DecisionFilter['state'];
  /** The service counts them all, not those of a filter. */
  readonly isCounted: boolean;
}

function StateTabs({ open, isCounted }: StateTabsProps) {
  const { live } = usePlace();
  const address = useAddress();
  const counts = isCounted ? live.counts.value?.decisions : undefined;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (word: string, state: DecisionFilter['state'], count: number | undefined) => ({
    title: (
      <>
        {word} <span class="decision-count">{count}</span>
      </>
    ),
    to: withQuery(address, { state: state ?? '' }),
    isOpen: open === state,
  });
  return (
    <Tabs
      label="States"
      tabs={[
        tab('All', undefined, all),
        ...states.map((state) => tab(stateWords[state].word, state, countOf(counts, state))),
      ]}
    />
  );
}

function countOf(counts: Counts['decisions'] | undefined, state: keyof Counts['decisions']) {
  return counts?.[state];
}

/** The areas of the newest decisions, in the order of their names, with the one that is open. */
function useAreas(open: string | undefined): readonly string[] {
  const { workspace } = usePlace();
  const input = { id: workspace.value.id, kinds: 'area' };
  const known = useAnswer('graph', input, (event) => changes(event, 'decision'))?.nodes ?? [];
  const names = new Set(known.map(({ label }) => label));
  if (open !== undefined) names.add(open);
  return [...names].sort((a, b) => a.localeCompare(b));
}

interface FileFilterProps {
  readonly file: string;
  readonly disabledBecause: string | undefined;
}

/** A whole path, so it counts when the person is done with it: at Enter, and when the focus goes. */
function FileFilter({ file, disabledBecause }: FileFilterProps) {
  const { setQuery } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = file;
  }, [file]);
  return (
    <input
      ref={field}
      class="input pick decision-file"
      aria-label="File"
      placeholder="Any file"
      spellcheck={false}
      disabled={disabledBecause !== undefined}
      title={disabledBecause ?? 'The whole path of a file, such as src/auth.ts'}
      onChange={({ currentTarget }) => setQuery({ file: currentTarget.value.trim() })}
    />
  );
}
