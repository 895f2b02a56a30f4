import type { NamedSymbol } from './read-tree.ts';

/** What people look at: both sides of a conflict, and the code under a decision. */
const written: Readonly<Record<string, string>> = {
  placeOrder:
    'function placeOrder(session: CheckoutSession, key: IdempotencyKey): Promise<PlaceOrderResult>',
  holdStock: 'function holdStock(cart: Cart, minutes: number): Promise<StockHold[]>',
  extendHold: 'function extendHold(hold: StockHold, minutes: number): Promise<StockHold>',
  quoteCart: 'function quoteCart(cart: Cart, customer: Customer | undefined): Promise<Quote>',
  quoteLine: 'function quoteLine(line: CartLine, prices: PriceList): Money',
  taxFor: 'function taxFor(lines: readonly CartLine[], address: Address): Money',
  roundTax: 'function roundTax(amount: number): number',
  applyDiscounts: 'function applyDiscounts(quote: Quote, discounts: readonly Discount[]): Quote',
  stackDiscounts: 'function stackDiscounts(discounts: readonly Discount[]): Discount[]',
  retryPayment: 'function retryPayment(payment: Payment, policy: RetryPolicy): Promise<Payment>',
  handleWebhook: 'function handleWebhook(body: string, signature: string): Promise<void>',
  importFeed: 'function importFeed(supplier: Supplier, reader: FeedReader): Promise<ImportReport>',
  facetsFor: 'function facetsFor(query: ParsedQuery, parts: readonly IndexedPart[]): Facet[]',
  rank: 'function rank(parts: readonly IndexedPart[], weights: RankingWeights): IndexedPart[]',
  allocate: 'function allocate(order: Order, strategy: AllocationStrategy): Promise<Allocation[]>',
  buyLabel: 'function buyLabel(parcel: Parcel, carrier: Carrier): Promise<ShippingLabel>',
  ratesFor:
    'function ratesFor(parcels: readonly Parcel[], address: Address): Promise<ShippingRate[]>',
  convert: 'function convert(amount: Money, to: CurrencyCode, rates: ExchangeRates): Money',
  useCheckout: 'function useCheckout(cart: CartView): [CheckoutState, Dispatch<CheckoutAction>]',
  authenticate: 'function authenticate(request: Request): Promise<Caller | undefined>',
  cursorOf: 'function cursorOf(row: { id: string; created_at: Date }): string',
  parseMoney: 'function parseMoney(text: string, currency: CurrencyCode): Money',
  fitsEngine: 'function fitsEngine(part: Part, engine: string): boolean',
  enqueue: 'function enqueue(transaction: Transaction, message: OutboxMessage): Promise<void>',
  transition: 'function transition(order: Order, to: OrderStatus): Order',
};

/** By the first word of a function's name; the rest has the usual shape. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/^(is|has|same|fits|looks|check|sms)/, '(value: Input): boolean'],
  [/^(parse|read|normalise)/, '(text: string): Parsed'],
  [/^(format|label|invoiceNumber|slugOf|etagOf)/, '(value: Input): string'],
  [/^(find|load|fetch|open|optional|one)/, '(id: string): Promise<Found | undefined>'],
  [/^(list|many|suggest|unmatched|pending)/, '(query: Query): Promise<Found[]>'],
  [/^use[A-Z]/, '(initial?: Initial): State'],
];

/** One line, as a daemon would publish it. */
export function signatureOf({ name, kind, members }: NamedSymbol, path: string): string {
  if (kind === 'interface') return `interface ${name} { readonly id: string; … }`;
  if (kind === 'enum') return `enum ${name}`;
  if (kind === 'class') return `class ${name} { ${members.map((one) => `${one}(…)`).join('; ')} }`;
  if (written[name] !== undefined) return written[name];
  if (path.endsWith('.tsx')) return `function ${name}(props: ${name}Props): JSX.Element`;
  const shape = shapes.find(([begins]) => begins.test(name))?.[1];
  return `function ${name}${shape ?? '(input: Input): Promise<Result>'}`;
}
