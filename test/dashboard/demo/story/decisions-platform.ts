import type { ToldDecision } from './told-decision.ts';

/** What was decided about the server, the packages and the pages before today. */
export const platformDecisions: readonly ToldDecision[] = [
  {
    day: -16,
    who: 'tomas',
    type: 'architecture',
    title: 'One PostgreSQL, no second store',
    rationale:
      'Carts, jobs and sessions stay in PostgreSQL. We have 30 orders an hour; a cache would be one more thing to be wrong.',
    files: ['src/db/pool.ts', 'src/jobs/queue.ts'],
  },
  {
    day: -15,
    who: 'tomas',
    type: 'implementation',
    title: 'Mails and webhooks leave through the outbox',
    rationale:
      'enqueue takes the transaction, so a mail exists exactly when its order does. deliverOutbox retries.',
    files: ['src/db/outbox.ts'],
  },
  {
    day: -14,
    who: 'aiko',
    type: 'architecture',
    title: 'Components have no state of their own that a page needs',
    rationale:
      'A page owns what it shows. Components take props and tell; only focus and open menus are theirs.',
    files: ['web/components/Dialog.tsx', 'web/components/Menu.tsx'],
  },
  {
    day: -14,
    who: 'aiko',
    type: 'rejection',
    title: 'No component framework from outside',
    rationale:
      'Two were tried for a week. Both needed overrides for half of the components and added 90 KB.',
    files: ['web/components/Button.tsx'],
  },
  {
    day: -13,
    who: 'maren',
    type: 'convention',
    title: 'Errors over HTTP are problem documents',
    rationale:
      'toProblem writes type, title and detail. The type is stable and is what clients compare.',
    files: ['src/http/errors.ts'],
  },
  {
    day: -12,
    who: 'tomas',
    type: 'implementation',
    title: 'Lists are paged by cursor, never by offset',
    rationale: 'cursorOf holds created_at and id. Offsets skipped orders while new ones came in.',
    files: ['src/db/paging.ts'],
  },
  {
    day: -10,
    who: 'jonas',
    type: 'tradeoff',
    title: 'The index is rebuilt whole after an import, and by part otherwise',
    rationale:
      'reindexChanged costs 2 ms per part; above 4,000 parts rebuildIndex is faster and never leaves half an index.',
    files: ['src/jobs/reindex.ts'],
  },
  {
    day: -9,
    who: 'aiko',
    type: 'approach',
    title: 'Tables turn into cards under 640 pixels',
    rationale:
      'Sideways scrolling lost the price column. Table takes a `cardTitle` and draws each row as a card.',
    files: ['web/components/Table.tsx'],
  },
  {
    day: -8,
    who: 'maren',
    type: 'implementation',
    title: 'Settings are read once, at start',
    rationale:
      'readSettings throws SettingsError with all missing names. Nothing reads the environment later.',
    files: ['src/config/settings.ts'],
  },
  {
    day: -7,
    who: 'tomas',
    type: 'bugfix',
    title: 'Advisory locks are taken in the order of their keys',
    rationale: 'Two nightly jobs waited for each other. withAdvisoryLock sorts by lockKey first.',
    files: ['src/db/locks.ts'],
  },
  {
    day: -6,
    who: 'jonas',
    type: 'other',
    title: 'Search logs keep queries for 30 days, without the customer',
    rationale:
      'recordNoResults is useful for synonyms; who searched is not. Agreed with the data protection officer.',
    files: ['src/search/no-results.ts'],
  },
  {
    day: -5,
    who: 'tomas',
    type: 'approach',
    title: 'Client requests are retried by the api-client only',
    rationale:
      'Pages retried on top of withRetry and sent orders up to nine times. withRetry is the one place, and only for GET.',
    files: ['packages/api-client/src/retry.ts'],
  },
  {
    day: -4,
    who: 'aiko',
    type: 'convention',
    title: 'Focus goes back to where a dialog was opened from',
    rationale:
      'Screen reader users were thrown to the top of the page. Dialog remembers the element and falls back to the main heading.',
    files: ['web/components/Dialog.tsx', 'web/hooks/use-focus-trap.ts'],
  },
  {
    day: -2,
    who: 'samuel',
    type: 'implementation',
    title: 'Labels are bought by a job, not in the request',
    rationale:
      'buyLabel takes up to eight seconds with one carrier. The page polls; the job stores the PDF and its price.',
    files: ['src/shipping/labels.ts', 'src/jobs/worker.ts'],
  },
  {
    day: -2,
    who: 'priya',
    type: 'implementation',
    title: 'Feed columns are mapped by a table, guessed once',
    rationale:
      'guessMapping proposes, a person confirms, mapRow only reads the table. A changed header stops the import.',
    files: ['src/suppliers/mapping.ts'],
  },
];
