import { CircleSlash, GitMerge, Handshake, PenLine } from 'lucide-preact';
import { useRef, useState, useLayoutEffect } from 'preact/hooks';
import { asData, shownId, shownUser } from '../../../../../shared/kernel/display.ts';
import { isAgainstRule, placeLabel } from '../../../../../shared/feed/sentence.ts';
import { forecastDetail } from '../../../../../shared/radar/phrases.ts';
import { Link } from '../../kit/link.tsx';
import { Ago } from '../../kit/time.tsx';
import { useAddress, withQuery } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { otherName, shortPlace, symbolsLabel } from '../../state/names.ts';
import { folderOf } from './map/tree.ts';
import { alarmsOf, type Alarm } from './model/contests.ts';
import type { NowState } from './now-state.ts';

/** So wide that what is said can be read. */
const cardWidth = 340;

/** What stands out: negotiations, conflicts that merging would bring, denials of the last minutes. Each goes when it is over. */
export function Alarms({ state }: { readonly state: NowState }) {
  const place = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const fitting = Math.max(1, Math.floor(useWidth(place) / cardWidth));
  const alarms = alarmsOf(state.troubles.value, state.minute.value);
  const rest = alarms.length - fitting;
  const shown = isOpen ? alarms : alarms.slice(0, fitting);
  return (
    <section
      ref={place}
      class="alarms"
      aria-label="What collides"
      data-open={(isOpen && rest > 0) || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setOpen(false);
      }}
    >
      {alarms.length === 0 ? (
        <p class="alarms-none">
          Nothing collides. Denied writes, and conflicts that merging two branches would bring,
          stand here.
        </p>
      ) : (
        <ul style={{ '--columns': Math.min(fitting, alarms.length) }}>
          {shown.map((alarm) => (
            <li key={alarm.key}>
              <AlarmCard alarm={alarm} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button class="alarms-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `${rest} more`}
        </button>
      )}
    </section>
  );
}

const kinds = {
  forecast: { title: 'About to collide', Icon: GitMerge },
  denied: { title: 'Denied', Icon: CircleSlash },
  overwrote: { title: 'Wrote over', Icon: PenLine },
  negotiated: { title: 'Negotiated', Icon: Handshake },
} as const;

function AlarmCard({ alarm }: { readonly alarm: Alarm }) {
  const address = useAddress();
  const { href } = usePlace();
  const { title, Icon } = kinds[alarm.kind];
  const to =
    alarm.kind === 'negotiated' && alarm.dispute.isEscalated
      ? href('inbox')
      : withQuery(address, { in: folderOf(alarm.file), agent: alarm.sessionId, part: 'map' });
  return (
    <Link to={to} class="alarm" data-kind={alarm.kind}>
      <Icon size={15} aria-hidden />
      <span class="alarm-what cut">
        <b>{title}</b> <code title={symbolsLabel(alarm, 50)}>{shortPlace(alarm)}</code>
      </span>
      <span class="alarm-when faint">{alarm.at !== undefined && <Ago at={alarm.at} />}</span>
      <span class="alarm-who cut">
        <Details alarm={alarm} />
      </span>
    </Link>
  );
}

function Details({ alarm }: { readonly alarm: Alarm }) {
  const { me } = usePlace();
  switch (alarm.kind) {
    case 'forecast': {
      const { branches, user } = alarm.forecast;
      const about = forecastDetail(alarm.forecast, branches[0] ?? '').replace(/^, /, '');
      return (
        <span title={`${branches.map((name) => shownId(name)).join(' and ')}, ${about}`}>
          <code>{shownId(branches[0] ?? '')}</code> and <code>{shownId(branches[1] ?? '')}</code>
          {about !== '' && ` · ${about}`} · {shownUser(user)}
        </span>
      );
    }
    case 'denied':
    case 'overwrote': {
      const { denial } = alarm;
      const place = placeLabel(denial.symbol_id ?? denial.file, denial.lines && [denial.lines]);
      if (isAgainstRule(denial))
        return (
          <span title={place}>
            {shownUser(denial.by)}: the rule “{asData(denial.convention?.title ?? denial.holder)}”
            forbids it
          </span>
        );
      const holder = otherName(denial.holder, denial.by, me.name);
      return (
        <span title={place}>
          {denial.kind === 'write_raced'
            ? `${shownUser(denial.by)} wrote it while ${holder} held it`
            : `${shownUser(denial.by)} wanted it, ${holder} holds it`}
        </span>
      );
    }
    case 'negotiated':
      return (
        <span>
          {shownUser(alarm.dispute.initiator)} asks{' '}
          {otherName(alarm.dispute.counterparty, alarm.dispute.initiator, me.name)}
          {alarm.dispute.isEscalated && ' · needs a person'}
        </span>
      );
  }
}

/** How wide an element is, in pixels; 0 before it is there. */
function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return width;
}
