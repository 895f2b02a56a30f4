import type { ComponentChildren } from 'preact';
import { Page, Tabs } from '../../../kit/page.tsx';
import { usePlace } from '../../../place/place.ts';
import { tabs, type Tab, pathOfWorkstream } from './parts.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { Pick } from '../../../kit/forms/field.tsx';
import { useAddress } from '../../../place/address.ts';
import { useRecord } from '../../../state/record.ts';

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
  const { client, workspace } = usePlace();
  const id = workspace.value.id;
  const read = () =>
    client.call('listWorkstreams', { id, status: 'active', brief: true, limit: most });
  const isChangedBy = ({ type }: { type: string }) =>
    type === 'workstream_started' || type === 'workstream_changed' || type === 'workstream_ended';
  const found = useRecord(() => ({ read, isChangedBy })).value.value;
  return found === undefined || isRefusal(found) ? [] : found.workstreams;
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
