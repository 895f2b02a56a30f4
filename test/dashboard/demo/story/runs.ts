import type { AgentName } from '../team/plans.ts';

interface ToldFailure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

/** A run of the tests at the gate, and what became of it. */
export interface ToldRun {
  readonly minute: number;
  readonly agent: AgentName;
  readonly workstream: string;
  /** What the commit says; the same words are the same commit. */
  readonly commit: string;
  readonly files: readonly string[];
  /** A daemon ran the tests itself, and vouches for the files. */
  readonly attested?: true;
  readonly failures?: readonly ToldFailure[];
  /** So many of the affected test files were not run. */
  readonly leftOut?: number;
  /** The receipt is not used: the commit is still to come, or was taken back. */
  readonly unused?: true;
  readonly retracted?: string;
}

const hold = 'src/inventory/hold.ts';
const key = 'src/checkout/idempotency.ts';

export const runs: readonly ToldRun[] = [
  {
    minute: 50,
    agent: 'retries',
    workstream: 'checkout-retries',
    commit: 'Table for keys and their answers',
    files: [key],
  },
  {
    minute: 59,
    agent: 'tax',
    workstream: 'tax-rounding',
    commit: 'Sum the lines before rounding',
    files: ['src/pricing/tax.ts'],
    attested: true,
  },
  {
    minute: 71,
    agent: 'retries',
    workstream: 'checkout-retries',
    commit: 'One key per checkout session',
    files: ['src/checkout/place-order.ts', key],
    attested: true,
    failures: [
      {
        file: 'src/checkout/place-order.test.ts',
        name: 'a repeated key answers the first order',
        message:
          'AssertionError: expected ord_5512, got ord_5513\n    at src/checkout/place-order.test.ts:88:10',
      },
    ],
  },
  {
    minute: 75,
    agent: 'retries',
    workstream: 'checkout-retries',
    commit: 'One key per checkout session',
    files: ['src/checkout/place-order.ts', key],
    attested: true,
  },
  {
    minute: 104,
    agent: 'facets',
    workstream: 'search-facets',
    commit: 'Count facets over the filtered result',
    files: ['src/search/facets.ts'],
  },
  {
    minute: 116,
    agent: 'holds',
    workstream: 'stock-holds',
    commit: 'Split a hold over two warehouses',
    files: [hold, 'src/inventory/warehouse.ts'],
    attested: true,
  },
  {
    minute: 129,
    agent: 'components',
    workstream: 'component-library',
    commit: 'Dialog with focus trap',
    files: ['web/components/Dialog.tsx'],
  },
  {
    minute: 144,
    agent: 'tax',
    workstream: 'tax-rounding',
    commit: 'Spread the remainder over the lines',
    files: ['src/pricing/rounding.ts'],
    attested: true,
  },
  {
    minute: 152,
    agent: 'checkoutForm',
    workstream: 'checkout-form',
    commit: 'Errors under their fields',
    files: ['web/checkout/AddressForm.tsx'],
  },
  {
    minute: 157,
    agent: 'labels',
    workstream: 'shipping-labels',
    commit: 'Ask both carriers',
    files: ['src/shipping/carriers.ts'],
  },
  {
    minute: 165,
    agent: 'holds',
    workstream: 'stock-holds',
    commit: 'Holds remember their warehouse',
    files: [hold],
    attested: true,
    retracted: 'The test of the yearly count failed on staging.',
  },
  {
    minute: 174,
    agent: 'feeds',
    workstream: 'supplier-import',
    commit: 'Read the EDIFACT feed',
    files: ['src/suppliers/feed-reader.ts'],
  },
  {
    minute: 202,
    agent: 'tables',
    workstream: 'component-library',
    commit: 'Table as cards on a phone',
    files: ['web/components/Table.tsx'],
  },
  {
    minute: 210,
    agent: 'facetPanel',
    workstream: 'search-facets',
    commit: 'Panel with the new counts',
    files: ['web/components/FacetList.tsx', 'web/hooks/use-facets.ts'],
  },
  {
    minute: 216,
    agent: 'retries',
    workstream: 'checkout-retries',
    commit: 'Retry policy by the code of the gateway',
    files: ['src/payments/retry.ts'],
    attested: true,
    failures: [
      {
        file: 'src/payments/retry.test.ts',
        name: 'waits 2, 8 and 30 seconds',
        message: 'AssertionError: expected 8000, got 7999\n    at src/payments/retry.test.ts:41:12',
      },
    ],
  },
  {
    minute: 219,
    agent: 'retries',
    workstream: 'checkout-retries',
    commit: 'Retry policy by the code of the gateway',
    files: ['src/payments/retry.ts'],
    attested: true,
  },
  {
    minute: 257,
    agent: 'facets',
    workstream: 'search-facets',
    commit: 'Rank what the nearest warehouse has',
    files: ['src/search/ranking.ts'],
  },
  {
    minute: 267,
    agent: 'tax',
    workstream: 'tax-rounding',
    commit: 'Tax per rate on invoices',
    files: ['src/pricing/tax.ts', 'src/pricing/quote.ts'],
    leftOut: 2,
  },
  {
    minute: 279,
    agent: 'holds',
    workstream: 'stock-holds',
    commit: 'Extend a hold at the payment step',
    files: [hold, 'src/inventory/allocation.ts'],
    attested: true,
    failures: [
      {
        file: 'src/inventory/hold.test.ts',
        name: 'a hold is extended once',
        message:
          'AssertionError: expected ConflictError, got a hold until 15:12\n    at src/inventory/hold.test.ts:132:9',
      },
      {
        file: 'src/inventory/allocation.test.ts',
        name: 'an extended hold keeps its warehouse',
        message:
          'TypeError: hold.parts is not iterable\n    at allocate (src/inventory/allocation.ts:54:23)',
      },
    ],
  },
  {
    minute: 291,
    agent: 'returns',
    workstream: 'returns',
    commit: 'Refund a part of an order',
    files: ['src/payments/refunds.ts'],
    unused: true,
  },
];
