import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';

export const tiers: readonly Tier[] = ['must', 'should', 'may'];

/** What a tier does, and the colour that repeats it. */
export const tierWords = {
  must: { word: 'Must', means: 'Writes to its files are denied, for everybody.', tone: 'bad' },
  should: { word: 'Should', means: 'Agents that work on its files are told.', tone: 'accent' },
  may: { word: 'May', means: 'It is recorded, and nobody is told.', tone: 'plain' },
} as const satisfies Record<Tier, object>;

type Status = ConventionRecord['status'];

export const statuses: readonly Status[] = ['active', 'proposed', 'retired'];

export const statusWords: Readonly<Record<Status, string>> = {
  active: 'Active',
  proposed: 'Proposed',
  retired: 'Retired',
};
