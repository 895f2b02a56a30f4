import { decided } from '../labelled.ts';

export const commerce = [
  decided(
    'stripe-elements',
    "Card fields are Stripe's iframe; card numbers never reach us",
    'It keeps us in the smallest PCI questionnaire.',
    ['do we process credit card details ourselves', 'compliance scope for taking payments'],
  ),
  decided(
    'ledger-double',
    'Balances come from a double-entry ledger, never from an updated column',
    'Support corrected a balance by hand and finance could not reconcile for a quarter.',
    ['how do we calculate how much money an account holds', 'bookkeeping model'],
  ),
  decided(
    'dunning',
    'A failed subscription charge is tried four times in 14 days, then the plan pauses',
    'Cancelling at once lost customers whose card had merely expired.',
    ["what happens when someone's renewal payment is declined", 'involuntary churn'],
  ),
  decided(
    'tax-avalara',
    'Sales tax is computed by Avalara at checkout',
    'Eleven thousand jurisdictions in the United States alone; our table was wrong for one in thirty.',
    ['VAT calculation', 'who works out the state duty on a purchase'],
  ),
  decided(
    'inventory-reserve',
    'Stock is reserved for fifteen minutes when the checkout starts',
    'Two buyers paid for the last bicycle.',
    ['overselling', 'holding an item while the shopper types their address'],
  ),
  decided(
    'price-snapshot',
    'An order keeps a copy of the price and description at purchase',
    'Invoices changed when the catalogue did.',
    ['should line items reference the product table for the amount'],
  ),
  decided(
    'coupon-engine',
    'Discounts are evaluated by a rules table, at most one per basket',
    'Stacked coupons made a sofa free.',
    ['can a shopper combine promotions', 'voucher abuse'],
  ),
  decided(
    'refund-async',
    "Refunds are requested, then confirmed by the provider's webhook",
    'The API said yes and the bank said no three days later.',
    ['giving customers their money back'],
  ),
  decided(
    'usage-metering',
    'Usage is metered from events with hourly rollups and billed in arrears',
    'Counters in Redis vanished with a node and so did revenue.',
    ['how do we charge by consumption'],
  ),
  decided(
    'fraud-score',
    'Orders above a risk score wait for a person; below it they ship',
    'Chargebacks were 1.4 percent and the card network warned us.',
    ['stolen cards', 'which purchases need manual review'],
  ),
  decided(
    'proration-none',
    'Plan changes take effect at the next period; no proration',
    'Invoices with six partial lines produced more tickets than the money was worth.',
    ['upgrading in the middle of the month'],
  ),
];
