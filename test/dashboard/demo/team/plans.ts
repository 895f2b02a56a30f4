import type { PersonName } from './people.ts';

/** One agent's day. Minutes count from the beginning of the day's work. */
export interface AgentPlan {
  readonly person: PersonName;
  readonly client: 'claude-code' | 'codex' | 'gemini' | 'cursor' | 'opencode';
  /** The slug of the workstream whose branch it is on; without one it is on main. */
  readonly workstream?: string;
  readonly from: number;
  /** When its conversation ends; without it, it is there at the end. */
  readonly to?: number;
  /** What it edits by itself. No two plans share a file. */
  readonly files: readonly string[];
  readonly prompts: readonly (readonly [minute: number, task: string])[];
}

export const agentPlans = {
  tax: {
    person: 'maren',
    client: 'claude-code',
    workstream: 'tax-rounding',
    from: 4,
    files: ['src/pricing/tax.ts', 'src/pricing/rounding.ts', 'packages/money/src/money.ts'],
    prompts: [
      [4, 'Round tax per order instead of per line, so that invoices match the accounting export'],
      [96, 'Move the rounding helpers to packages/money and delete the copies'],
      [231, 'Prove with generated carts that taxFor never differs from the accounting export'],
    ],
  },
  problems: {
    person: 'maren',
    client: 'codex',
    from: 22,
    to: 168,
    files: ['src/http/errors.ts', 'src/config/settings.ts', 'src/config/logging.ts'],
    prompts: [
      [22, 'Answer every HTTP error as a problem document with a stable type'],
      [110, 'Fail at start when a setting is missing, with its name'],
    ],
  },
  retries: {
    person: 'tomas',
    client: 'claude-code',
    workstream: 'checkout-retries',
    from: 8,
    files: ['src/checkout/place-order.ts', 'src/checkout/idempotency.ts', 'src/payments/retry.ts'],
    prompts: [
      [8, 'Make placing an order safe to repeat: one key per checkout session'],
      [121, 'Retry a payment only when the gateway says that it may be retried'],
      [243, 'Keep idempotency keys for 24 hours and clean them up in the nightly job'],
    ],
  },
  checkoutForm: {
    person: 'tomas',
    client: 'cursor',
    workstream: 'checkout-form',
    from: 41,
    files: [
      'web/checkout/AddressForm.tsx',
      'web/checkout/PaymentForm.tsx',
      'web/checkout/use-checkout.ts',
    ],
    prompts: [
      [41, 'Show address errors under their field and keep what was typed'],
      [190, 'Ask for a phone number only when the parcel goes by freight'],
    ],
  },
  holds: {
    person: 'priya',
    client: 'codex',
    workstream: 'stock-holds',
    from: 2,
    files: ['src/inventory/hold.ts', 'src/inventory/allocation.ts', 'src/inventory/stock.ts'],
    prompts: [
      [2, 'Hold stock for 20 minutes from the first checkout step'],
      [88, 'Let a hold span two warehouses when neither has the whole quantity'],
      [205, 'Extend a hold while the customer is at the payment step'],
    ],
  },
  feeds: {
    person: 'priya',
    client: 'gemini',
    workstream: 'supplier-import',
    from: 55,
    files: ['src/suppliers/import.ts', 'src/suppliers/mapping.ts', 'src/suppliers/feed-reader.ts'],
    prompts: [
      [55, 'Read the EDIFACT feed of Vetus and map its columns to ours'],
      [176, 'Preview an import: what would be added, changed and withdrawn'],
    ],
  },
  facets: {
    person: 'jonas',
    client: 'claude-code',
    workstream: 'search-facets',
    from: 11,
    files: ['src/search/facets.ts', 'src/search/search-index.ts', 'src/search/ranking.ts'],
    prompts: [
      [11, 'Count facets over the filtered result, not over the whole catalog'],
      [134, 'Rank what is in stock at the nearest warehouse first'],
      [258, 'Keep the selected facets in the address of the page'],
    ],
  },
  facetPanel: {
    person: 'jonas',
    client: 'opencode',
    workstream: 'search-facets',
    from: 64,
    files: ['web/hooks/use-facets.ts', 'web/components/FacetList.tsx', 'web/app/search.tsx'],
    prompts: [
      [64, 'Draw the facet panel from the new facet counts'],
      [215, 'Collapse facets on a phone and keep the focus where it was'],
    ],
  },
  components: {
    person: 'aiko',
    client: 'cursor',
    workstream: 'component-library',
    from: 15,
    files: ['web/components/Dialog.tsx', 'web/components/Menu.tsx', 'web/components/Tooltip.tsx'],
    prompts: [
      [15, 'Dialog: trap the focus, give it back on close, end with Escape'],
      [147, 'Menu: arrow keys, typeahead and roles'],
    ],
  },
  tables: {
    person: 'aiko',
    client: 'claude-code',
    workstream: 'component-library',
    from: 72,
    files: ['web/components/Table.tsx', 'web/components/Pagination.tsx', 'web/account/Orders.tsx'],
    prompts: [
      [72, 'Table that can be read on a phone: rows become cards under 640 pixels'],
      [224, 'Use the new Table for the list of orders'],
    ],
  },
  labels: {
    person: 'samuel',
    client: 'gemini',
    workstream: 'shipping-labels',
    from: 29,
    files: ['src/shipping/labels.ts', 'src/shipping/carriers.ts', 'src/shipping/parcels.ts'],
    prompts: [
      [29, 'Buy labels from two carriers and take the cheaper one'],
      [160, 'Refuse air freight for flares, batteries and resin'],
    ],
  },
  returns: {
    person: 'samuel',
    client: 'codex',
    workstream: 'returns',
    from: 182,
    files: ['src/orders/returns.ts', 'src/payments/refunds.ts', 'src/orders/timeline.ts'],
    prompts: [
      [182, 'A return of a part of an order refunds its share of the shipping'],
      [262, 'Show received returns on the timeline of the order'],
    ],
  },
} as const satisfies Record<string, AgentPlan>;

export type AgentName = keyof typeof agentPlans;
export const agentNames = Object.keys(agentPlans) as AgentName[];
