import type { Tier } from '../../../../shared/conventions/contract.ts';
import type { PersonName } from '../team/people.ts';

/** A rule of the team; `day` counts from today. `retired` is the day on which an admin ended it. */
export interface ToldRule {
  readonly day: number;
  readonly who: PersonName;
  readonly tier: Tier;
  readonly title: string;
  readonly rationale: string;
  readonly globs: readonly string[];
  readonly acceptedBy?: PersonName;
  readonly retired?: true;
}

export const rules: readonly ToldRule[] = [
  {
    day: -16,
    who: 'maren',
    tier: 'must',
    title: 'Migrations that were released are never edited',
    rationale: 'Add a new one. Two customers of the trade shop run their own databases.',
    globs: ['src/db/migrations/**'],
  },
  {
    day: -16,
    who: 'tomas',
    tier: 'must',
    title: 'Only the release job writes the changelog',
    rationale: 'It collects the notes of merged pull requests.',
    globs: ['CHANGELOG.md'],
  },
  {
    day: -14,
    who: 'maren',
    tier: 'should',
    title: 'No arithmetic on amounts outside of packages/money',
    rationale: 'Use addMoney, subtractMoney and allocateRemainder.',
    globs: ['src/pricing/**', 'src/payments/**', 'src/orders/**'],
  },
  {
    day: -12,
    who: 'aiko',
    tier: 'should',
    title: 'Every interactive component has a keyboard test',
    rationale: 'Tab, Enter, Escape and the arrow keys where the role asks for them.',
    globs: ['web/components/**'],
  },
  {
    day: -10,
    who: 'priya',
    tier: 'must',
    title: 'Stock changes only through StockLedger',
    rationale: 'A row that is updated by hand cannot be explained at the yearly count.',
    globs: ['src/inventory/ledger/**'],
    acceptedBy: 'tomas',
  },
  {
    day: -9,
    who: 'tomas',
    tier: 'should',
    title: 'Queries name their columns',
    rationale: 'A new column once ended up in the data export of customers.',
    globs: ['src/**/*-store.ts', 'src/db/**'],
  },
  {
    day: -9,
    who: 'jonas',
    tier: 'may',
    title: 'Long lists of synonyms are sorted',
    rationale: 'Diffs stay small.',
    globs: ['src/search/synonyms/**'],
  },
  {
    day: -8,
    who: 'samuel',
    tier: 'should',
    title: 'Carrier sandboxes only, never live credentials in tests',
    rationale: 'A test bought 40 labels in March.',
    globs: ['src/shipping/**'],
  },
  {
    day: -15,
    who: 'maren',
    tier: 'should',
    title: 'Feature flags have an owner and a last day',
    rationale: 'Replaced by the weekly look at isFeatureOn.',
    globs: ['src/config/features.ts'],
    retired: true,
  },
  {
    day: -13,
    who: 'aiko',
    tier: 'should',
    title: 'Class names follow the block of their component',
    rationale: 'Not needed since styles are scoped.',
    globs: ['web/**/*.css'],
    retired: true,
  },
  {
    day: 0,
    who: 'aiko',
    tier: 'must',
    title: 'Design tokens change only with a review of the design team',
    rationale: 'Contrast was lost twice. Ask in the design channel first.',
    globs: ['packages/ui-tokens/**'],
  },
  {
    day: 0,
    who: 'samuel',
    tier: 'must',
    title: 'Customs codes come from the table, never from code',
    rationale: 'The broker updates the table every quarter.',
    globs: ['src/shipping/customs-data/**'],
  },
];
