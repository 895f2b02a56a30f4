import type { PersonName } from '../team/people.ts';

/** A branch that `coord watch` could not move on somebody's machine, in its own words; `movedAfter` minutes it follows again. */
interface ToldBranch {
  readonly minute: number;
  readonly who: PersonName;
  readonly machine: string;
  readonly workstream: string;
  readonly reason: string;
  readonly movedAfter?: number;
}

export const branches: readonly ToldBranch[] = [
  {
    minute: 146,
    who: 'samuel',
    machine: 'samuel-laptop',
    workstream: 'tax-rounding',
    reason:
      'uncommitted changes in src/pricing/rounding.ts. Commit or stash them, then: git pull --ff-only',
    movedAfter: 17,
  },
  {
    minute: 211,
    who: 'aiko',
    machine: 'aiko-laptop',
    workstream: 'search-facets',
    reason:
      'uncommitted changes in web/components/FacetList.tsx. Commit or stash them, then: git pull --ff-only',
  },
  {
    minute: 220,
    who: 'jonas',
    machine: 'jonas-laptop',
    workstream: 'checkout-retries',
    reason: 'origin cannot be reached: could not resolve the host. Try: git fetch origin',
  },
];
