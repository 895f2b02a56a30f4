import type { PersonName } from '../team/people.ts';

export interface ToldWorkstream {
  readonly slug: string;
  readonly who: PersonName;
  readonly title: string;
  readonly description: string;
  readonly day: number;
  readonly visibility?: 'private';
  readonly ended?: 'completed' | 'abandoned';
  readonly pullRequest?: string;
}

export const workstreams: readonly ToldWorkstream[] = [
  {
    slug: 'price-import',
    who: 'priya',
    title: 'Supplier prices every two hours',
    description:
      'Prices apart from the catalog feed, so that a price change is live by the next full hour.',
    day: -15,
    ended: 'completed',
    pullRequest: 'https://git.harbor.example/harbor/shop/pull/412',
  },
  {
    slug: 'hosted-search',
    who: 'jonas',
    title: 'Try a hosted search service',
    description: 'A week with a service. Too slow per keystroke; see the decision.',
    day: -14,
    ended: 'abandoned',
  },
  {
    slug: 'problem-documents',
    who: 'maren',
    title: 'Problem documents for all errors',
    description: 'One form of errors over HTTP, with stable types.',
    day: -13,
    ended: 'completed',
    pullRequest: 'https://git.harbor.example/harbor/shop/pull/431',
  },
  {
    slug: 'tax-rounding',
    who: 'maren',
    title: 'Tax per order',
    description:
      'Sum first, round once, and spread the remainder, so that invoices and the accounting export agree to the cent.',
    day: -5,
  },
  {
    slug: 'checkout-retries',
    who: 'tomas',
    title: 'Checkout that can be repeated',
    description:
      'A lost answer, an impatient click or a retried payment never makes a second order.',
    day: -4,
  },
  {
    slug: 'stock-holds',
    who: 'priya',
    title: 'Stock holds over two warehouses',
    description:
      'Hold from the first step, split over warehouses, extend once while the customer pays.',
    day: -3,
  },
  {
    slug: 'search-facets',
    who: 'jonas',
    title: 'Facets that count what is found',
    description:
      'Counts over the filtered result, a panel that works on a phone, and addresses that can be shared.',
    day: -3,
  },
  {
    slug: 'component-library',
    who: 'aiko',
    title: 'Components for keyboard and phone',
    description: 'Dialog, Menu, Table and Pagination, each with keyboard tests.',
    day: -3,
  },
  {
    slug: 'shipping-labels',
    who: 'samuel',
    title: 'Labels from two carriers',
    description: 'Take the cheaper label, keep hazardous goods off planes.',
    day: -2,
  },
  {
    slug: 'checkout-form',
    who: 'tomas',
    title: 'Checkout form',
    description: 'Errors where they belong, nothing asked that the parcel does not need.',
    day: -2,
  },
  {
    slug: 'supplier-import',
    who: 'priya',
    title: 'Vetus feed',
    description: 'Read EDIFACT, map the columns, preview before anything changes.',
    day: -1,
  },
  {
    slug: 'returns',
    who: 'samuel',
    title: 'Returns of a part of an order',
    description: 'Refund what came back and its share of the shipping.',
    day: -1,
  },
  {
    slug: 'trade-terms',
    who: 'maren',
    title: 'New terms for trade customers',
    description: 'Not announced yet: longer payment terms for the largest yards.',
    day: -1,
    visibility: 'private',
  },
];
