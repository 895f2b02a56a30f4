import type { ComponentChildren } from 'preact';
import {
  CalendarDays,
  CircleX,
  FileDiff,
  Gavel,
  GitBranch,
  Handshake,
  ScrollText,
  type LucideIcon,
} from 'lucide-preact';
import { asData } from '../../../../../shared/kernel/display.ts';
import { Link } from '../../kit/link.tsx';
import { More, Rows } from '../../kit/lists/rows.tsx';
import { Ago } from '../../kit/time.tsx';
import { Who } from '../../kit/who.tsx';
import { usePlace } from '../../place/place.ts';
import { keyOf, type Item, type Kind } from './model/items.ts';
import type { Group, Waiting } from './waiting.ts';
import { Empty } from '../../kit/page.tsx';
import { useAnswer } from '../../state/record.ts';
import { lastSettled, settlingTypes } from './model/settled.ts';
import { signal } from '@preact/signals';

const icons: Readonly<Record<Kind, LucideIcon>> = {
  negotiation: Handshake,
  gate: CircleX,
  branch: GitBranch,
  stale: FileDiff,
  decision: Gavel,
  rule: ScrollText,
  result: CalendarDays,
};

interface ListProps {
  readonly waiting: Waiting;
  /** The key of the item that is open. */
  readonly open: string | undefined;
  /** A row took the focus. */
  onFocus(item: Item): void;
}

/** What waits, a line each, by kind. One row can be reached by Tab; the others by j, k and the arrows. */
export function List({ waiting, open, onFocus }: ListProps) {
  const { items, groups } = waiting;
  const first = items.some((item) => keyOf(item) === open) ? open : items[0] && keyOf(items[0]);
  return (
    <Rows label="What waits">
      {groups.map((group) => (
        <li key={group.key} class="inbox-group">
          <Foldable group={group} isOpen={group.items.some((item) => keyOf(item) === open)}>
            <ul>
              {group.items.map((item) => (
                <Row
                  key={keyOf(item)}
                  item={item}
                  isOpen={keyOf(item) === open}
                  isFirst={keyOf(item) === first}
                  onFocus={onFocus}
                />
              ))}
            </ul>
            <More list={group.list} />
          </Foldable>
        </li>
      ))}
    </Rows>
  );
}

interface FoldableProps {
  readonly group: Group;
  /** Something of it is open. */
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** What need not be looked at is folded together. */
function Foldable({ group, isOpen, children }: FoldableProps) {
  if (group.isAside !== true)
    return (
      <>
        <GroupHead group={group} />
        {children}
      </>
    );
  return (
    <details class="inbox-aside" open={isOpen}>
      <summary>
        <GroupHead group={group} />
      </summary>
      {children}
    </details>
  );
}

function GroupHead({ group: { kind, title, count, list } }: { readonly group: Group }) {
  return (
    <h2 class="inbox-group-head" data-kind={kind}>
      {title} {list.isLoaded.value && <span class="numbers faint">{count}</span>}
    </h2>
  );
}

interface RowProps {
  readonly item: Item;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  onFocus(item: Item): void;
}

function Row({ item, isOpen, isFirst, onFocus }: RowProps) {
  const { href } = usePlace();
  const Icon = icons[item.kind];
  return (
    <li>
      <Link
        to={href('inbox', item.kind, item.id)}
        class="inbox-row"
        data-row
        data-key={keyOf(item)}
        data-kind={item.kind}
        tabIndex={isFirst ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => onFocus(item)}
      >
        <Icon size={15} aria-hidden />
        <span class="inbox-row-title cut" title={item.title}>
          {item.title}
        </span>
        <Whose who={item.who} />
        <span class="inbox-row-since faint">
          <Ago at={item.since} />
        </span>
      </Link>
    </li>
  );
}

/** One person, or the two of a negotiation. */
function Whose({ who }: { readonly who: Item['who'] }) {
  if (who.length === 0) return null;
  return (
    <span class="inbox-row-who">
      {who.map(({ name, session = name }) => (
        <Who
          key={session}
          name={who.length > 1 || !isWide.value ? firstName(name) : name}
          id={session}
        />
      ))}
    </span>
  );
}

function firstName(name: string): string {
  return asData(name).split(' ')[0] ?? '';
}

const most = 6;

/** Nothing waits: what would be here, and what was settled last. */
export function Nothing() {
  return (
    <div class="inbox-nothing">
      <Empty title="Nothing waits for a person">
        <p>
          Negotiations that agents cannot end, decisions and rules that are proposed, decisions
          whose code has changed, what meetings led to, gates that failed and branches that could
          not follow appear here by themselves.
        </p>
      </Empty>
      <SettledLast />
    </div>
  );
}

function SettledLast() {
  const { live, workspace, href } = usePlace();
  const older = useAnswer('listEvents', {
    id: workspace.value.id,
    type: [...settlingTypes],
    limit: 50,
  });
  const fresh = live.log.value;
  const from = fresh.at(-1)?.seq ?? Infinity;
  const events = [...fresh, ...(older?.events ?? []).filter(({ seq }) => seq < from)];
  const settled = lastSettled(events, most);
  if (settled.length === 0) return null;
  return (
    <section class="inbox-last">
      <h3>Settled last</h3>
      <ul>
        {settled.map((one) => {
          const Icon = icons[one.kind];
          return (
            <li key={keyOf(one)}>
              <Icon size={15} aria-hidden />
              <Link to={href('inbox', one.kind, one.id)} class="cut">
                {one.title}
              </Link>
              <span class="quiet cut">{one.words}</span>
              <span class="faint">
                <Ago at={one.at} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** From here on the list and the opened item stand side by side (`inbox.css`). */
const query = matchMedia('(min-width: 60.01rem)');

export const isWide = signal(query.matches);
query.addEventListener('change', ({ matches }) => (isWide.value = matches));
