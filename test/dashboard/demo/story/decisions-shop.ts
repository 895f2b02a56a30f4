import type { ToldDecision } from './told-decision.ts';

/** What was decided about the shop's own rules before today. */
export const shopDecisions: readonly ToldDecision[] = [
  {
    day: -16,
    who: 'maren',
    type: 'architecture',
    title: 'Money is an integer of minor units with its currency',
    rationale:
      'Floats lost cents in the yearly export. `Money` carries amount and currency; arithmetic goes through addMoney and subtractMoney only.',
    files: ['packages/money/src/money.ts'],
  },
  {
    day: -16,
    who: 'maren',
    type: 'approach',
    title: 'Tax is rounded per line',
    rationale:
      'roundTax is called for each line, as the old shop did, so that carts stay comparable while both run.',
    files: ['src/pricing/tax.ts'],
  },
  {
    day: -15,
    who: 'tomas',
    type: 'architecture',
    title: 'A checkout is a session on the server, not state in the browser',
    rationale:
      'Customers move from phone to computer. openSession gives an id; every step is a transition that advanceStep checks.',
    files: ['src/checkout/checkout-session.ts'],
  },
  {
    day: -15,
    who: 'priya',
    type: 'approach',
    title: 'Stock is held when the payment is authorised',
    rationale:
      'holdStock runs after authorise. Fewer holds to expire, and abandoned carts take nothing.',
    files: ['src/inventory/hold.ts'],
  },
  {
    day: -14,
    who: 'priya',
    type: 'architecture',
    title: 'Stock is a ledger, never a counter',
    rationale:
      'StockLedger appends movements; balanceAt sums them. Counting differences are movements too, so nobody overwrites a number.',
    files: ['src/inventory/stock.ts', 'src/inventory/count.ts'],
  },
  {
    day: -13,
    who: 'samuel',
    type: 'tradeoff',
    title: 'Shipping rates are cached for fifteen minutes',
    rationale:
      'ratesFor asks three carriers and takes 900 ms. Rates change twice a day; a stale rate costs us cents, a slow cart costs orders.',
    files: ['src/shipping/rates.ts'],
  },
  {
    day: -13,
    who: 'samuel',
    type: 'implementation',
    title: 'Parcels are packed by volume first, weight second',
    rationale:
      'packParcels fills the smallest box that takes the longest part. Propellers and shafts decide, not kilograms.',
    files: ['src/shipping/parcels.ts'],
  },
  {
    day: -12,
    who: 'jonas',
    type: 'rejection',
    title: 'No hosted search service',
    rationale:
      '48,000 parts fit in memory. A service would add 40 ms per keystroke and a second place where prices live.',
    files: ['src/search/search-index.ts'],
  },
  {
    day: -12,
    who: 'jonas',
    type: 'implementation',
    title: 'A query that looks like a part number skips the ranking',
    rationale:
      'looksLikePartNumber is exact for all suppliers but one. Mechanics paste numbers and want that part, not similar ones.',
    files: ['src/search/parse-query.ts'],
  },
  {
    day: -11,
    who: 'tomas',
    type: 'approach',
    title: 'Payments are authorised at the order and captured at the shipment',
    rationale:
      'authorise when the order is placed, capture when the parcel leaves. Backorders are captured per shipment.',
    files: ['src/payments/payment.ts'],
  },
  {
    day: -11,
    who: 'tomas',
    type: 'bugfix',
    title: 'Webhooks are stored before they are handled',
    rationale:
      'handleWebhook lost events when the database was slow. It writes the event and answers 200; a job does the rest, once per event id.',
    files: ['src/payments/webhooks.ts'],
  },
  {
    day: -10,
    who: 'priya',
    type: 'approach',
    title: 'Stock is held from the first checkout step, for 20 minutes',
    rationale:
      'Two customers paid for the last impeller in one week. holdStock moves to the first step; expireSession releases.',
    files: ['src/inventory/hold.ts', 'src/checkout/checkout-session.ts'],
    supersedes: 'Stock is held when the payment is authorised',
  },
  {
    day: -9,
    who: 'maren',
    type: 'approach',
    title: 'Discounts do not stack, the best one counts',
    rationale:
      'bestDiscount picks one. stackDiscounts stays only for trade customers with a written agreement.',
    files: ['src/pricing/discounts.ts'],
  },
  {
    day: -9,
    who: 'priya',
    type: 'tradeoff',
    title: 'Supplier feeds are imported at night, prices every two hours',
    rationale:
      'importFeed on the whole Vetus catalog takes 14 minutes and locks nothing, but the reindex after it slows searches.',
    files: ['src/suppliers/import.ts', 'src/suppliers/prices.ts'],
  },
  {
    day: -8,
    who: 'samuel',
    type: 'rejection',
    title: 'No shipping insurance by default',
    rationale:
      'Claims were below the premiums for three years. Freight over 2,000 euros is the exception and is handled by hand.',
    files: ['src/shipping/rates.ts'],
  },
  {
    day: -7,
    who: 'maren',
    type: 'bugfix',
    title: 'Quotes expire with the oldest exchange rate in them',
    rationale:
      'quoteExpiresAt took the newest rate, so a cart could be paid with a rate from yesterday.',
    files: ['src/pricing/quote.ts', 'src/pricing/currency.ts'],
  },
  {
    day: -6,
    who: 'maren',
    type: 'approach',
    title: 'Tax is rounded per order',
    rationale:
      'Per line we are up to 4 cents off the accounting export on long carts. taxFor sums first and calls roundTax once.',
    files: ['src/pricing/tax.ts'],
    supersedes: 'Tax is rounded per line',
  },
  {
    day: -5,
    who: 'jonas',
    type: 'approach',
    title: 'Facets count the filtered result',
    rationale:
      'Counts over the whole catalog promised 212 filters and showed 3. facetsFor gets the parts that match, not all.',
    files: ['src/search/facets.ts'],
  },
  {
    day: -4,
    who: 'samuel',
    type: 'convention',
    title: 'Every order status change goes through transition',
    rationale:
      'Three places set the status by hand and skipped the timeline. transition appends the event in the same transaction.',
    files: ['src/orders/order.ts'],
  },
  {
    day: -3,
    who: 'priya',
    type: 'approach',
    title: 'Stock holds may span warehouses',
    rationale:
      'A third of the missed orders had the quantity, but in two places. holdStock asks warehousesWith and splits.',
    files: ['src/inventory/hold.ts', 'src/inventory/warehouse.ts'],
    supersedes: 'Stock is held from the first checkout step, for 20 minutes',
  },
];
