import { useEffect, useState } from 'preact/hooks';
import { shownUser } from '../../../../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';
import { figures } from '../../../kit/lists/counts.ts';
import { Link } from '../../../kit/link.tsx';
import { Rows } from '../../../kit/lists/rows.tsx';
import { timeOfDay, shortDay } from '../../../kit/dates.ts';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { now } from '../../../state/clock.ts';
import { useWhenThere } from '../../../state/record.ts';
import { SettingsPage } from '../frame/settings-page.tsx';
import { resetsIn, shareOf, toneOf, type UsageAnswer, heights } from './bars.ts';
import './usage.css';

/** DSH-78: how many requests were made, by whom, and how many there may be. */
export function Usage() {
  const usage = useUsage();
  return (
    <SettingsPage path="usage" isReady={usage !== undefined}>
      {isRefusal(usage) && <p role="alert">{usage.message}</p>}
      {usage !== undefined && !isRefusal(usage) && <Numbers usage={usage} />}
    </SettingsPage>
  );
}

function Numbers({ usage }: { readonly usage: UsageAnswer }) {
  const { own, limit_per_day: limit, by_member: members, used_today: used } = usage;
  const most = limit ?? Math.max(1, ...members.map((one) => one.used_today));
  return (
    <div class="usage">
      <section aria-labelledby="usage-own">
        <h2 id="usage-own">You, today</h2>
        <p class="usage-own">
          <b class="numbers">{figures(own.used_today)}</b>{' '}
          <span class="quiet">
            {own.limit_per_day === null
              ? 'requests, without a limit'
              : `of ${figures(own.limit_per_day)} requests`}
          </span>
        </p>
        <Bar used={own.used_today} limit={own.limit_per_day} label="Your requests today" />
        <p class="quiet">
          Counts begin anew {resetsIn(usage.resets_at, now.value)}, at{' '}
          {timeOfDay(Date.parse(usage.resets_at))}.{' '}
          {own.limit_per_day === null
            ? ''
            : 'Beyond the limit, checks of writes let everything pass.'}
        </p>
      </section>
      <section aria-labelledby="usage-days">
        <h2 id="usage-days">Everybody, 14 days</h2>
        <Days days={usage.days} />
      </section>
      <section aria-labelledby="usage-members" class="usage-members">
        <h2 id="usage-members">
          By member, today <span class="faint numbers">{figures(used)} in all</span>
        </h2>
        <p class="quiet">
          The workspace has the tier <b>{usage.tier}</b>:{' '}
          {limit === null
            ? 'each member may make as many requests as they like.'
            : `each member may make ${figures(limit)} requests a day.`}
        </p>
        <Rows label="Requests of each member today">
          {members.map((one) => (
            <MemberUse key={one.user_id} member={one} limit={limit} most={most} />
          ))}
        </Rows>
      </section>
    </div>
  );
}

interface MemberUseProps {
  readonly member: UsageAnswer['by_member'][number];
  readonly limit: number | null;
  /** What fills a bar. */
  readonly most: number;
}

function MemberUse({ member, limit, most }: MemberUseProps) {
  const { href } = usePlace();
  const { user_id: id, name, used_today: used } = member;
  const tone = toneOf(shareOf(used, limit));
  return (
    <li class="list-row usage-row">
      <Link to={href('people', id)} data-row class="usage-who" aria-label={shownUser(name)}>
        <Who name={name} />
      </Link>
      <span class="bar" data-tone={tone} aria-hidden="true">
        <i style={{ width: `${(100 * used) / Math.max(most, used)}%` }} />
      </span>
      <span class="numbers usage-count">{figures(used)}</span>
    </li>
  );
}

interface BarProps {
  readonly used: number;
  readonly limit: number | null;
  readonly label: string;
}

/** How much of a limit is used; empty where there is none. */
function Bar({ used, limit, label }: BarProps) {
  const share = shareOf(used, limit);
  if (share === undefined || limit === null) return null;
  return (
    <span
      class="bar"
      role="meter"
      aria-label={label}
      aria-valuenow={used}
      aria-valuemin={0}
      aria-valuemax={limit}
      data-tone={toneOf(share)}
    >
      <i style={{ width: `${100 * share}%` }} />
    </span>
  );
}

/** Numbers of one's own requests need not be new to the second. */
const pauseMs = 5_000;

/** Asked for when the page opens, and while something happens: every request makes it more. */
function useUsage(): UsageAnswer | Refusal | undefined {
  const { client, live, workspace } = usePlace();
  const { id } = workspace.value;
  const [usage, setUsage] = useState<UsageAnswer | Refusal>();
  const load = async () => {
    const answer = await client.call('usage', { id });
    setUsage((known) => (isRefusal(answer) ? (known ?? answer) : answer));
  };
  useWhenThere(live, load, [id]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadLater = () => {
      timer = undefined;
      void load();
    };
    const stop = live.onEvents(() => (timer ??= setTimeout(loadLater, pauseMs)));
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, live, id]);
  return usage;
}

/** The days as small bars, the oldest first. */
function Days({ days }: Pick<UsageAnswer, 'days'>) {
  const high = heights(days.map(({ requests }) => requests));
  return (
    <ol class="usage-days">
      {days.map(({ day, requests }, at) => (
        <li key={day} title={`${dateOf(day)}: ${figures(requests)} requests`}>
          <span class="unseen">
            {dateOf(day)}: {figures(requests)}
          </span>
          <i style={{ height: `${100 * (high[at] ?? 0)}%` }} aria-hidden="true" />
          <span class="faint numbers" aria-hidden="true">
            {Number(day.slice(8))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A UTC day, in the reader's words. */
function dateOf(day: string): string {
  return shortDay(Date.parse(`${day}T12:00:00Z`));
}
