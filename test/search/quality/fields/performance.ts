import { decided } from '../labelled.ts';

export const performance = [
  decided(
    'cache-aside',
    'Cache-aside in Redis with a TTL of one minute; no write-through',
    'Invalidation on every path was never complete. A minute of staleness is accepted for catalogue pages.',
    ['how fresh is what visitors see in the product listing', 'memoising expensive reads'],
  ),
  decided(
    'stampede-lock',
    'Only one request recomputes an expired entry, the others get the old value',
    'When the home page expired, 800 workers computed it at once.',
    ['dogpile effect', 'what prevents everybody from rebuilding the same thing simultaneously?'],
  ),
  decided(
    'pool-size',
    'Database connections: 10 per process behind PgBouncer',
    'Each pod opened 100 and the server spent its time switching.',
    ['too many clients already', 'how many simultaneous links to postgres may a service hold'],
  ),
  decided(
    'batch-dataloader',
    'Lookups within a request are batched by DataLoader',
    'Rendering a list of 50 orders made 51 queries.',
    ['N+1', ['avoid hitting the DB once per row', { 'no-orm': 1 }]],
  ),
  decided(
    'timeouts-budget',
    'Each request has a deadline that is passed on to every call',
    'A slow recommendation service held 400 threads of checkout.',
    ['how long do we wait for a dependency', 'propagating cancellation downstream'],
  ),
  decided(
    'circuit-breaker',
    'Calls to the shipping provider are behind a circuit breaker with a default rate',
    'Their outage became ours every December.',
    ['degrading gracefully when a vendor is down', 'fail fast'],
  ),
  decided(
    'gzip-brotli',
    'Brotli at build time for files, gzip level 4 for answers',
    'Level 9 cost more time than it saved on the wire.',
    ['response compression'],
  ),
  decided(
    'index-review',
    'A query over 50 ms in production gets an index or a reason',
    'Sequential scans hide while tables are small.',
    ['speeding up a slow SELECT', 'performance guidelines for SQL'],
  ),
  decided(
    'precompute-feed',
    'Timelines are computed on write for ordinary users, on read for those with many followers',
    'Fan-out to nine million followers took an hour; reading for everybody was too slow.',
    ['push or pull model for the news feed', 'celebrity problem'],
  ),
  decided(
    'wasm-pdf',
    'PDFs are made in the browser by WebAssembly',
    "Headless Chrome on the server took a gigabyte per document at month's end.",
    ['generating printable invoices'],
  ),
];
