import type { DecisionType } from '../../../../shared/decisions/contract.ts';
import type { AgentName } from '../team/plans.ts';

/** A decision that an agent records while it works. */
export interface TodaysDecision {
  readonly minute: number;
  readonly agent: AgentName;
  readonly type: DecisionType;
  readonly title: string;
  readonly rationale: string;
  readonly files: readonly string[];
  readonly supersedes?: string;
}

export const todaysDecisions: readonly TodaysDecision[] = [
  {
    minute: 19,
    agent: 'holds',
    type: 'implementation',
    title: 'A hold is released by the sweep, not by a timer per cart',
    rationale:
      'Timers die with the process. releaseHold is called by the job that finds expired holds every minute.',
    files: ['src/inventory/hold.ts'],
  },
  {
    minute: 34,
    agent: 'tax',
    type: 'implementation',
    title: 'The remainder of tax goes to the largest line',
    rationale:
      'allocateRemainder keeps the sum equal to taxFor and changes no line by more than one cent.',
    files: ['src/pricing/rounding.ts'],
  },
  {
    minute: 52,
    agent: 'retries',
    type: 'approach',
    title: 'placeOrder answers the first result for a repeated key',
    rationale:
      'withIdempotency stores the answer with the order in one transaction. A repeated key with another body is a 409.',
    files: ['src/checkout/place-order.ts', 'src/checkout/idempotency.ts'],
  },
  {
    minute: 83,
    agent: 'facets',
    type: 'tradeoff',
    title: 'Facet counts above 1,000 are shown as 1,000+',
    rationale: 'countFacet stops there. Exact counts cost 60 ms on "engine" and nobody reads them.',
    files: ['src/search/facets.ts'],
  },
  {
    minute: 101,
    agent: 'components',
    type: 'implementation',
    title: 'Dialog uses the dialog element of the browser',
    rationale: 'It brings the top layer and inert content. useFocusTrap stays for Menu only.',
    files: ['web/components/Dialog.tsx'],
  },
  {
    minute: 127,
    agent: 'feeds',
    type: 'rejection',
    title: 'EDIFACT segments that we do not know are kept, not dropped',
    rationale:
      'parseEdifact puts them into `rest`. Dropping them would make writeEdifact lose what suppliers sent.',
    files: ['src/suppliers/edi.ts'],
  },
  {
    minute: 139,
    agent: 'retries',
    type: 'approach',
    title: 'A payment is retried three times, only on retryable errors',
    rationale:
      'GatewayError says whether. nextAttemptAt waits 2, 8 and 30 seconds; after that the customer chooses another method.',
    files: ['src/payments/retry.ts', 'src/payments/gateway.ts'],
  },
  {
    minute: 158,
    agent: 'labels',
    type: 'approach',
    title: 'The cheaper carrier wins unless it is more than a day slower',
    rationale:
      'cheapestRate compares price, then days. Customers who choose express are not asked again.',
    files: ['src/shipping/rates.ts', 'src/shipping/carriers.ts'],
  },
  {
    minute: 199,
    agent: 'returns',
    type: 'approach',
    title: 'A partial return refunds shipping by value, not by weight',
    rationale:
      'partialRefund takes the share of the order value. Weight gave refunds above what shipping had cost.',
    files: ['src/payments/refunds.ts'],
  },
  {
    minute: 222,
    agent: 'holds',
    type: 'approach',
    title: 'Stock holds span warehouses and are extended once, at the payment',
    rationale:
      'extendHold is refused the second time. Banks answer within six minutes; longer holds block other customers.',
    files: ['src/inventory/hold.ts'],
    supersedes: 'Stock holds may span warehouses',
  },
  {
    minute: 248,
    agent: 'facetPanel',
    type: 'implementation',
    title: 'Selected facets live in the address of the page',
    rationale:
      'useFacets reads and writes the query string, so a filtered list can be sent to a colleague.',
    files: ['web/hooks/use-facets.ts'],
  },
  {
    minute: 271,
    agent: 'tables',
    type: 'convention',
    title: 'Money in tables is aligned on the decimal point',
    rationale:
      'Table asks formatMoney for fixed minor units. Totals were hard to compare on the order list.',
    files: ['web/components/Table.tsx', 'packages/money/src/format.ts'],
  },
];

/** What a language model found in the traces of agents; a person has not looked at it yet. */
export const proposedDecisions = [
  {
    minute: 118,
    agent: 'retries',
    trace:
      'The gateway answers 409 for a second capture of one authorisation. I treat it as done and read the payment again.',
    title: 'A capture that the gateway calls done is read again, not treated as an error',
    rationale:
      'The gateway answers 409 for a second capture. capture reads the payment and goes on when it is captured.',
    type: 'approach',
    files: ['src/payments/payment.ts'],
  },
  {
    minute: 187,
    agent: 'feeds',
    trace:
      'Vetus sends withdrawn parts as price 0. I import them as withdrawn and do not publish a price of 0.',
    title: 'A supplier price of 0 withdraws the part',
    rationale:
      'Vetus marks withdrawn parts by price 0. importSupplierPrices never publishes a price of 0.',
    type: 'implementation',
    files: ['src/suppliers/prices.ts'],
  },
  {
    minute: 236,
    agent: 'labels',
    trace:
      'One carrier rounds weights up to 100 g and the other to 500 g. I keep grams in Parcel and round in carrierFor.',
    title: 'Weights stay in grams, each carrier rounds by itself',
    rationale: 'Carriers round to 100 g and to 500 g. Parcel keeps grams, carrierFor rounds.',
    type: 'tradeoff',
    files: ['src/shipping/parcels.ts', 'src/shipping/carriers.ts'],
  },
  {
    minute: 268,
    agent: 'tables',
    trace:
      'Sorting in the browser reorders only the loaded page. I ask the server to sort and show a spinner in the header.',
    title: 'Tables are sorted by the server',
    rationale:
      'Sorting in the browser reorders only the loaded page. Table tells the wanted order, listOf sorts.',
    type: 'architecture',
    files: ['web/components/Table.tsx', 'src/orders/order-store.ts'],
  },
] as const;
