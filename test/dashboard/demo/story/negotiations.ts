import type { NegotiationAction } from '../../../../shared/negotiations/contract.ts';
import type { AgentName } from '../team/plans.ts';

export interface ToldTurn {
  /** Minutes after the turn before. */
  readonly after: number;
  readonly by: AgentName;
  readonly action: NegotiationAction;
  readonly note: string;
  readonly deferMs?: number;
  readonly split?: {
    readonly initiator: readonly string[];
    readonly counterparty: readonly string[];
  };
}

export interface ToldNegotiation {
  readonly minute: number;
  readonly initiator: AgentName;
  readonly holder: AgentName;
  readonly file: string;
  readonly symbols: readonly string[];
  readonly rationale: string;
  readonly maxTurns?: number;
  readonly deadlineMs?: number;
  readonly turns: readonly ToldTurn[];
  /** The holder goes on working there until the end of the day. */
  readonly stays?: true;
}

export const negotiations: readonly ToldNegotiation[] = [
  {
    minute: 66,
    initiator: 'checkoutForm',
    holder: 'retries',
    file: 'src/checkout/address.ts',
    symbols: ['validateAddress'],
    rationale:
      'The form needs one error per field. validateAddress has to answer a list instead of a text.',
    turns: [
      {
        after: 2,
        by: 'retries',
        action: 'yield',
        note: 'I only touched its import. Take it; placeOrder calls it once.',
      },
    ],
  },
  {
    minute: 108,
    initiator: 'facetPanel',
    holder: 'facets',
    file: 'src/search/facets.ts',
    symbols: ['selectedFacets'],
    rationale: 'The panel wants the selected facets in the order in which they were chosen.',
    turns: [
      {
        after: 3,
        by: 'facets',
        action: 'hold',
        note: 'I am changing its answer right now. You get the order with the next publish of the facets contract.',
      },
    ],
  },
  {
    minute: 145,
    initiator: 'labels',
    holder: 'tax',
    file: 'src/shipping/rates.ts',
    symbols: ['ratesFor', 'cheapestRate'],
    rationale: 'Two carriers: ratesFor must ask both, and cheapestRate compare price and days.',
    turns: [
      {
        after: 2,
        by: 'tax',
        action: 'split',
        note: 'I need the tax in cheapestRate for ten more minutes. ratesFor is free.',
        split: { initiator: ['ratesFor'], counterparty: ['cheapestRate'] },
      },
    ],
  },
  {
    minute: 164,
    initiator: 'problems',
    holder: 'tax',
    file: 'src/http/rate-limit.ts',
    symbols: ['limitFor'],
    rationale: 'A problem document for 429 needs the time at which the limit is reset.',
    turns: [],
  },
  {
    minute: 183,
    initiator: 'tables',
    holder: 'components',
    file: 'web/components/Header.tsx',
    symbols: ['Header'],
    rationale: 'The order list needs its heading before the account menu.',
    turns: [],
  },
  {
    minute: 270,
    initiator: 'returns',
    holder: 'retries',
    file: 'src/payments/gateway.ts',
    symbols: ['PaymentGateway', 'GatewayError'],
    rationale:
      'A refund of a part of a payment needs refund(payment, amount). Today it refunds the whole payment.',
    maxTurns: 4,
    stays: true,
    turns: [
      {
        after: 2,
        by: 'retries',
        action: 'counter',
        note: 'I am moving retryable into GatewayError and every method changes. Can partialRefund call refund twice for now?',
      },
      {
        after: 2,
        by: 'returns',
        action: 'counter',
        note: 'No: two refunds of one order are flagged by the bank. I could add refundPart beside refund and leave yours alone.',
      },
      {
        after: 3,
        by: 'retries',
        action: 'counter',
        note: 'Then the class has two ways to refund and my retries cover one of them. I would rather do both myself, tomorrow.',
      },
      {
        after: 2,
        by: 'returns',
        action: 'counter',
        note: 'The return page is blocked until then. Somebody who knows the release plan should say who goes first.',
      },
    ],
  },
  {
    minute: 286,
    initiator: 'holds',
    holder: 'retries',
    file: 'src/checkout/checkout-session.ts',
    symbols: ['expireSession'],
    rationale: 'expireSession has to release both parts of a split hold in one transaction.',
    deadlineMs: 30 * 60_000,
    stays: true,
    turns: [
      {
        after: 4,
        by: 'retries',
        action: 'counter',
        note: 'Can it wait for my commit? It adds the key clean-up to the same transaction, tests are running.',
      },
    ],
  },
  {
    minute: 296,
    initiator: 'checkoutForm',
    holder: 'components',
    file: 'web/components/FieldError.tsx',
    symbols: ['FieldError'],
    rationale: 'Errors must be announced once. FieldError needs an id that the input can point to.',
    deadlineMs: 15 * 60_000,
    stays: true,
    turns: [],
  },
];
