import { Empty } from '../../kit/page.tsx';
import { Link } from '../../kit/link.tsx';
import { Ago } from '../../kit/time.tsx';
import { usePlace } from '../../place/place.ts';
import { useAnswer } from '../../state/record.ts';
import { icons } from './list.tsx';
import { keyOf } from './model/items.ts';
import { lastSettled, settlingTypes } from './model/settled.ts';

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
