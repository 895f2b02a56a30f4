import type { ComponentChildren } from 'preact';
import type { DecisionState, DecisionType } from '../../../../../../shared/decisions/contract.ts';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { NotConfirmed, StateBadge } from '../common/state-badge.tsx';
import { typeWords } from '../common/words.ts';

interface DecisionRowProps {
  readonly id: string;
  readonly title: string;
  readonly type: DecisionType;
  readonly state: DecisionState;
  readonly author: string;
  readonly at: string;
  /** MTG-18: nobody has confirmed it. */
  readonly unconfirmed?: true | undefined;
  /** One line more: what it is about, or why it was decided. */
  readonly about?: ComponentChildren;
  /** How near it is to what is searched for, 0 to 1. */
  readonly nearness?: number;
}

/** One decision on one line; two on a phone. */
export function DecisionRow({ id, title, type, state, author, at, ...more }: DecisionRowProps) {
  const { href } = usePlace();
  const { word, icon: Icon } = typeWords[type];
  const { about, nearness, unconfirmed } = more;
  return (
    <li>
      <Link
        to={href('decisions', id)}
        class="list-row decision-row"
        data-row
        data-state={state}
        data-near={nearness !== undefined || undefined}
      >
        <span class="decision-row-type">
          <Icon size={15} aria-hidden />
          <span>{word}</span>
        </span>
        <span class="list-row-title cut">{asData(title)}</span>
        <span class="decision-row-about cut">{about}</span>
        <span class="decision-row-state">
          {state !== 'fresh' && <StateBadge state={state} />}
          {unconfirmed && state === 'fresh' && <NotConfirmed />}
        </span>
        {nearness !== undefined && <Nearness share={nearness} />}
        <span class="list-row-who">
          <Who name={author} />
        </span>
        <span class="list-row-age">
          <Ago at={at} />
        </span>
      </Link>
    </li>
  );
}

/** A bar; the number is for readers of the screen and in its title. */
function Nearness({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <span class="decision-row-near" title={`${percent} % near to what you search for`}>
      <span aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="unseen">{percent} % near</span>
    </span>
  );
}

/** Its areas, or the files of one that has none: the first, and how many more. */
export function About({ areas, files }: { areas: readonly string[]; files: readonly string[] }) {
  if (areas.length > 0) return <>{areas.map((area) => asData(area, 40)).join(', ')}</>;
  const [first, ...others] = files;
  if (first === undefined) return null;
  return (
    <>
      <code>{shownId(first)}</code>
      {others.length > 0 && ` +${others.length}`}
    </>
  );
}
