import type { AgentName } from '../team/plans.ts';

/** Interfaces that agents published for each other; a name that comes twice is a new version. */
export const contracts = [
  {
    minute: 63,
    agent: 'retries',
    name: 'place-order',
    description: 'What the checkout page sends and gets.',
    files: ['src/http/routes-checkout.ts'],
    schema: `interface PlaceOrderRequest { sessionId: string; key: string; voucher?: string }
interface PlaceOrderAnswer { orderId: string; total: Money; payment: 'authorised' | 'pending' }`,
  },
  {
    minute: 88,
    agent: 'facets',
    name: 'facets',
    description: 'Facets of a search result.',
    files: ['src/search/facets.ts'],
    schema: `interface Facet { name: string; values: FacetValue[] }
interface FacetValue { value: string; count: number; capped: boolean }`,
  },
  {
    minute: 126,
    agent: 'holds',
    name: 'stock-hold',
    description: 'A hold over one or two warehouses.',
    files: ['src/inventory/hold.ts'],
    schema: `interface StockHold { id: string; expiresAt: string; parts: HeldPart[] }
interface HeldPart { sku: string; warehouse: string; quantity: number }`,
  },
  {
    minute: 213,
    agent: 'retries',
    name: 'place-order',
    description: 'The answer says when the payment is tried again.',
    files: ['src/http/routes-checkout.ts'],
    schema: `interface PlaceOrderRequest { sessionId: string; key: string; voucher?: string; phone?: string }
interface PlaceOrderAnswer { orderId: string; total: Money; payment: 'authorised' | 'retrying' | 'failed'; retryAt?: string }`,
  },
] as const satisfies readonly {
  minute: number;
  agent: AgentName;
  name: string;
  description: string;
  files: readonly string[];
  schema: string;
}[];
