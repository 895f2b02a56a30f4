/** What agents are asked for after the data was made. */
export const laterPrompts = [
  'Rename what reviewers found unclear, without changing behaviour',
  'Write the missing test for the empty case',
  'Find out why the last run took twice as long',
  'Answer the comments on the pull request',
  'Remove what nothing calls any more',
  'Explain the change in the notes of the release',
];

export const laterCommits = [
  'Name the case that reviewers asked about',
  'Test for the empty case',
  'Remove what nothing calls',
  'Smaller functions, same behaviour',
];

export const laterDecisions = [
  {
    title: 'Postcodes are stored as they were typed',
    rationale: 'normalisePostcode is for comparing only. Carriers want what the customer wrote.',
    decision_type: 'implementation',
    files: ['src/checkout/address.ts'],
  },
  {
    title: 'Low stock is told once a day, not per sale',
    rationale: 'notifyLowStock sent eighty mails on Saturday. The digest has a section for it.',
    decision_type: 'approach',
    files: ['src/inventory/low-stock.ts', 'src/notifications/digest.ts'],
  },
  {
    title: 'Pick-up slots end an hour before closing',
    rationale: 'pickupSlots offered the last minute; the counter was closed when people came.',
    decision_type: 'bugfix',
    files: ['src/shipping/pickup.ts'],
  },
  {
    title: 'Superseded parts redirect to their successor',
    rationale: 'supersessionChain ends at the part that can be bought. Old links stay good.',
    decision_type: 'approach',
    files: ['src/catalog/supersessions.ts', 'src/catalog/slugs.ts'],
  },
  {
    title: 'Reports are made from a read replica',
    rationale: 'salesReport held locks for nine seconds at noon.',
    decision_type: 'tradeoff',
    files: ['src/jobs/reports.ts'],
  },
] as const;
