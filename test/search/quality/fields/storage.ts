import { decided } from '../labelled.ts';

export const storage = [
  decided(
    'postgres-over-mongo',
    'Postgres for all business records, MongoDB goes',
    'We kept re-implementing joins and transactions by hand. JSONB covers the two collections that really are schemaless.',
    ['which database should a new feature write to', 'why did we move off the document store'],
  ),
  decided(
    'uuid-v7',
    'Primary keys are UUIDv7',
    'Random v4 ids scattered inserts over the whole B-tree. v7 sorts by time, so new rows land on the last pages, and clients may still make ids offline.',
    ['what kind of identifier do new tables get', 'auto-increment integers or something else?'],
  ),
  decided(
    'soft-delete-no',
    'No soft deletes: rows are removed and a copy goes to an archive table',
    'Every query needed `deleted_at is null` and three of them forgot. Restoring from the archive is rare and may be slow.',
    [
      'can we undelete something a customer erased by mistake',
      'do we keep a tombstone flag on records',
    ],
  ),
  decided(
    'expand-contract',
    'Schema changes in two releases: expand first, contract later',
    'Renaming a column took production down for six minutes because old pods still wrote the old name.',
    [
      'how to alter a table without downtime',
      'safe way to rename a field in the DB while the previous version is running',
    ],
  ),
  decided(
    'read-replica-reports',
    'Reports read from the replica, at most 30 seconds behind',
    'The monthly revenue query locked up checkout. Nobody needs figures fresher than half a minute.',
    [
      'heavy analytics are slowing the primary database, where should they run',
      'is it ok that dashboards show slightly outdated numbers',
    ],
  ),
  decided(
    'money-cents',
    'Amounts are integers in the smallest unit plus an ISO currency code',
    'Floats lost a cent in one of 4,000 invoices. Yen has no decimals, dinar has three, so the code decides the exponent.',
    ['what type should a price be', 'rounding errors in totals'],
  ),
  decided(
    'timestamps-utc',
    "Store instants as timestamptz in UTC; keep the user's zone beside appointments",
    'Daylight saving moved recurring meetings by an hour. An instant alone cannot say nine in the morning in Lisbon.',
    ['how do we represent dates and times', 'clock change in spring broke the calendar'],
  ),
  decided(
    'multi-tenant-rls',
    'One schema for all tenants, separated by row-level security',
    'A schema per customer made migrations take forty minutes. Policies on tenant_id hold even when a developer forgets the where clause.',
    [
      "how is one client's data kept apart from another's",
      'do we give each customer their own database',
    ],
  ),
  decided(
    'blob-s3',
    'Uploaded files go straight from the browser to S3 by presigned URL',
    'Streaming uploads through the API tied up workers and memory. The API only learns the object key when it is done.',
    ['how do attachments get sent to the server', 'handling big images and videos from users'],
  ),
  decided(
    'no-orm',
    'Plain SQL with a typed query builder, no ORM',
    'Lazy loading caused N+1 queries nobody noticed until production. With a builder the SQL that runs is the SQL one reads.',
    ['should I add Hibernate style entities?', 'what do we use to talk to the database from code'],
  ),
  decided(
    'advisory-lock-jobs',
    'Serialise nightly jobs with a Postgres advisory lock',
    'Two schedulers ran the billing export twice after a failover. The lock is freed by itself when the connection dies.',
    ['making sure cron only executes on one machine', ['distributed mutex', { 'leader-lease': 1 }]],
  ),
  decided(
    'partition-events',
    'Partition the events table by month and drop old partitions',
    'Deleting 200 million rows took a weekend and bloated the table. Dropping a partition takes milliseconds.',
    ['how do we get rid of ancient history in the biggest table'],
  ),
  decided(
    'sqlite-edge',
    'Each edge node keeps its own SQLite file in WAL mode',
    'A shop must go on selling when the line is down. One writer per store is enough and there is no server to administer.',
    [
      'embedded database choice for branch offices',
      'what do the tills do when the internet is out?',
    ],
  ),
];
