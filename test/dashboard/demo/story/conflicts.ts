import type { AgentName } from '../team/plans.ts';

interface Target {
  readonly file: string;
  readonly symbols: readonly string[];
}

/** A write that was denied because another agent works there. */
export interface ToldDenial extends Target {
  readonly minute: number;
  readonly agent: AgentName;
  readonly holder: AgentName;
  /** The agent then queues for it. */
  readonly wait?: 'grant' | 'tell';
  /** The holder goes on working there until the end of the day. */
  readonly stays?: true;
  /** The agent leaves the queue after so many minutes. */
  readonly gaveUpAfter?: number;
}

export const denials: readonly ToldDenial[] = [
  {
    minute: 37,
    agent: 'retries',
    holder: 'tax',
    file: 'src/pricing/quote.ts',
    symbols: ['quoteCart'],
  },
  {
    minute: 70,
    agent: 'facets',
    holder: 'feeds',
    file: 'src/catalog/part.ts',
    symbols: ['parsePartNumber'],
    wait: 'grant',
  },
  {
    minute: 86,
    agent: 'tables',
    holder: 'components',
    file: 'web/components/Button.tsx',
    symbols: ['ButtonProps'],
  },
  {
    minute: 112,
    agent: 'holds',
    holder: 'retries',
    file: 'src/checkout/checkout-session.ts',
    symbols: ['openSession'],
    wait: 'grant',
  },
  {
    minute: 131,
    agent: 'labels',
    holder: 'holds',
    file: 'src/inventory/warehouse.ts',
    symbols: ['nearestWarehouse'],
  },
  {
    minute: 154,
    agent: 'checkoutForm',
    holder: 'tables',
    file: 'web/components/Input.tsx',
    symbols: ['Input', 'InputProps'],
    wait: 'tell',
    gaveUpAfter: 6,
  },
  {
    minute: 179,
    agent: 'feeds',
    holder: 'facets',
    file: 'src/jobs/reindex.ts',
    symbols: ['reindexChanged'],
  },
  {
    minute: 197,
    agent: 'returns',
    holder: 'tax',
    file: 'src/orders/invoices.ts',
    symbols: ['creditNote'],
    wait: 'grant',
  },
  {
    minute: 220,
    agent: 'facetPanel',
    holder: 'checkoutForm',
    file: 'web/hooks/use-media.ts',
    symbols: ['useMedia'],
  },
  {
    minute: 239,
    agent: 'retries',
    holder: 'holds',
    file: 'src/jobs/nightly.ts',
    symbols: ['nightlyJobs'],
  },
  {
    minute: 255,
    agent: 'tables',
    holder: 'facetPanel',
    file: 'web/app/router.ts',
    symbols: ['routes'],
  },
  {
    minute: 275,
    agent: 'returns',
    holder: 'labels',
    file: 'src/orders/split.ts',
    symbols: ['mergeShipments'],
  },
  {
    minute: 287,
    agent: 'tables',
    holder: 'components',
    file: 'web/components/Dialog.tsx',
    symbols: ['Dialog'],
    wait: 'grant',
    stays: true,
  },
  {
    minute: 293,
    agent: 'feeds',
    holder: 'holds',
    file: 'src/inventory/stock.ts',
    symbols: ['adjustStock'],
    wait: 'tell',
    stays: true,
  },
  {
    minute: 298,
    agent: 'facets',
    holder: 'labels',
    file: 'src/inventory/warehouse.ts',
    symbols: ['warehousesWith'],
    stays: true,
  },
];

/** Writes that a rule forbids. */
export const forbidden = [
  { minute: 105, agent: 'problems', file: 'CHANGELOG.md' },
  { minute: 210, agent: 'holds', file: 'src/db/migrations/0031-holds.sql' },
  { minute: 290, agent: 'labels', file: 'CHANGELOG.md' },
] as const satisfies readonly { minute: number; agent: AgentName; file: string }[];

export const forecasts = [
  {
    minute: 92,
    agent: 'tax',
    file: 'src/pricing/quote.ts',
    symbols: ['quoteCart'],
    branches: ['tax-rounding', 'checkout-retries'],
    kind: 'code',
    lines: [{ start: 41, end: 58 }],
  },
  {
    minute: 207,
    agent: 'tables',
    file: 'web/account/Orders.tsx',
    symbols: ['OrderRow'],
    branches: ['component-library', 'search-facets'],
    kind: 'imports',
    lines: [{ start: 1, end: 6 }],
  },
  {
    minute: 284,
    agent: 'returns',
    file: 'src/payments/payment.ts',
    symbols: ['capture'],
    branches: ['returns', 'checkout-retries'],
    kind: 'code',
    lines: [{ start: 72, end: 96 }],
  },
] as const;
