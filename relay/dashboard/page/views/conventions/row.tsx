import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import { asData, shownId } from '../../../../../shared/kernel/display.ts';
import { Link } from '../../kit/link.tsx';
import { Ago } from '../../kit/time.tsx';
import { Who } from '../../kit/who.tsx';
import { usePlace } from '../../place/place.ts';
import { TierBadge } from './tier-badge.tsx';

/** One rule on one line; two on a phone. */
export function ConventionRow({ rule }: { readonly rule: ConventionRecord }) {
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
