import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Output } from '../../../../../../shared/api/operations.ts';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Badge, Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { usePlace } from '../../../place/place.ts';

type Detail = Output<'memberDetail'>;
type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

const tones: Readonly<Record<string, Tone>> = {
  stale: 'warn',
  proposed: 'info',
  in_progress: 'info',
  active: 'info',
  blocked: 'warn',
  retracted: 'bad',
};

const isOver = ({ status }: { readonly status: string }) =>
  Number(status === 'done' || status === 'cancelled');

/** What there is to do before what is over; the newest first among each, as they come. */
const openFirst = (one: { readonly status: string }, other: { readonly status: string }) =>
  isOver(one) - isOver(other);

/** What a member recorded, made or has to do. */
export function RecordLists({ detail }: { readonly detail: Detail }) {
  const { href } = usePlace();
  const { decisions, tasks = [], commits = [], work_packages: packages } = detail;
  return (
    <aside class="person-records" aria-label="Records">
      <RecordList
        title="Tasks"
        none="No task that they made or have to do."
        rows={tasks.toSorted(openFirst).map(({ id, title, status, updated_at: at }) => ({
          key: id,
          to: href('work', 'tasks', id),
          text: asData(title),
          state: status,
          at,
        }))}
      />
      <RecordList
        title="Decisions"
        none="None recorded by them or their agents."
        rows={decisions.map(({ id, title, state, created_at: at }) => ({
          key: id,
          to: href('decisions', id),
          text: asData(title),
          state,
          at,
        }))}
      />
      <RecordList
        title="Commits"
        none="None that the test gate let through."
        rows={commits.map(({ commit_sha: sha, branch, status, recorded_at: at, seq }) => ({
          key: `${sha} ${seq}`,
          to: href('work', 'gate'),
          text: (
            <>
              <code>{sha.slice(0, 8)}</code> {asData(branch)}
            </>
          ),
          state: status,
          at,
        }))}
      />
      {packages.length > 0 && (
        <RecordList
          title="Work packages"
          none=""
          rows={packages.map(({ id, title, status, updated_at: at }) => ({
            key: id,
            to: href('work', 'packages'),
            text: asData(title),
            state: status,
            at,
          }))}
        />
      )}
    </aside>
  );
}

interface RecordListProps {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly {
    readonly key: string;
    readonly to: string;
    readonly text: ComponentChildren;
    readonly state: string;
    readonly at: string;
  }[];
}

const shownAtFirst = 5;
/** What every record has, and needs no word. */
const usual = new Set(['fresh', 'recorded', 'done', 'completed']);

function RecordList({ title, none, rows }: RecordListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="faint numbers">{rows.length}</span>
      </h2>
      {rows.length === 0 && <p class="quiet person-none">{none}</p>}
      <ul>
        {shown.map(({ key, to, text, state, at }) => (
          <li key={key} class="person-record">
            <Link to={to} class="cut">
              {text}
            </Link>
            {!usual.has(state) && (
              <Badge tone={tones[state] ?? 'plain'}>{state.replace('_', ' ')}</Badge>
            )}
            <span class="faint person-ago">
              <Ago at={at} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button kind="quiet" size="s" onClick={() => setWhole(true)}>
          {rows.length - shown.length} more
        </Button>
      )}
    </section>
  );
}
