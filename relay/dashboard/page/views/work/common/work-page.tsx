import type { ComponentChildren } from 'preact';
import { Page, Tabs } from '../../../kit/page.tsx';
import { usePlace } from '../../../place/place.ts';
import { tabs, type Tab, pathOfWorkstream } from './parts.ts';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Pick } from '../../../kit/forms/field.tsx';
import { useAddress } from '../../../place/address.ts';
import { recordsChangedBy } from '../../../state/changed-records.ts';
import { useAnswer } from '../../../state/record.ts';

interface WorkPageProps {
  readonly tab: Tab['kind'];
  readonly isReady: boolean;
  readonly isFull?: boolean;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One tab of the view. */
export function WorkPage({ tab, ...rest }: WorkPageProps) {
  const { href } = usePlace();
  const title = tabs.find(({ kind }) => kind === tab)?.title ?? '';
  return (
    <Page
      {...rest}
      title={title}
      tabs={
        <Tabs
          label="Work"
          tabs={tabs.map(({ kind, title: name, path }) => ({
            title: name,
            to: href('work', ...path),
            isOpen: kind === tab,
          }))}
        />
      }
    />
  );
}

/** A workstream by its slug. */
export function WorkstreamLink({ slug }: { readonly slug: string }) {
  const { href } = usePlace();
  return (
    <Link to={href('work', ...pathOfWorkstream(slug))} class="work-stream cut">
      {asData(slug, 64)}
    </Link>
  );
}

const most = 200;

/** The active workstreams by title, as far as a choice among them goes; none until they are known. */
export function useActiveWorkstreams(): readonly {
  readonly slug: string;
  readonly title: string;
}[] {
  const { id } = usePlace().workspace.value;
  const input = { id, status: 'active', brief: true, limit: most } as const;
  // What is done in it changes none of its words.
  const isChangedBy = (event: LogEvent) => recordsChangedBy(event)[0]?.kind === 'workstream';
  return useAnswer('listWorkstreams', input, isChangedBy)?.workstreams ?? [];
}

/** `?workstream=`; one that has ended stays a choice while it is chosen. */
export function WorkstreamFilter() {
  const { query, setQuery } = useAddress();
  const chosen = query.get('workstream') ?? '';
  const active = useActiveWorkstreams();
  const known = active.map(({ slug, title }) => ({
    value: slug,
    label: asData(title, 28) || slug,
  }));
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return (
    <Pick
      label="Workstream"
      value={chosen}
      options={[
        { value: '', label: 'All workstreams' },
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
        ...known,
      ]}
      onPick={(workstream) => setQuery({ workstream })}
    />
  );
}
