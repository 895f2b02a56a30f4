import type { ExtractedItems } from '../../../../relay/meetings/extracted-items.ts';

const decided = { type: 'approach', areas: [], rationale: '' } as const;

/** What is found in the stand-up of today: results, and what is left to a person. */
export const standupRead: ExtractedItems = {
  decisions: [
    {
      ...decided,
      title: 'Three attempts in src/payments/retry.ts, only for errors that are retryable',
      rationale: 'A declined card stays declined.',
      files: ['src/payments/retry.ts'],
      areas: ['payments'],
      sentence:
        "Let's stick with three attempts in src/payments/retry.ts, and only for errors that the gateway calls retryable.",
      confidence: 0.92,
    },
    {
      ...decided,
      title: 'Extend a hold once, by ten minutes, at the payment step',
      files: ['src/inventory/hold.ts'],
      areas: ['inventory', 'payments'],
      sentence:
        'OK, we agreed to extend a hold once, by ten minutes, at the payment step in src/inventory/hold.ts.',
      confidence: 0.95,
    },
    {
      ...decided,
      title: 'Keep idempotency keys for 24 hours',
      files: ['src/checkout/idempotency.ts'],
      areas: ['checkout'],
      sentence: 'We will keep idempotency keys for 24 hours in src/checkout/idempotency.ts.',
      confidence: 0.88,
    },
    {
      ...decided,
      title: 'Show the second attempt on the page',
      files: ['web/checkout/PaymentForm.tsx'],
      areas: ['checkout'],
      sentence: 'We should show the second attempt on the page, in web/checkout/PaymentForm.tsx.',
      confidence: 0.42,
    },
  ],
  actions: [
    {
      action: 'Write the policy in src/payments/retry.ts',
      assignee: 'Tomás Reyes',
      priority: 'high',
      deadline_words: 'today',
      files: ['src/payments/retry.ts'],
      sentence: "I'll write the policy in src/payments/retry.ts today.",
      confidence: 0.95,
    },
    {
      action: 'Tell support about the release date',
      assignee: 'Tomás Reyes',
      priority: 'medium',
      deadline_words: 'by Friday',
      files: [],
      sentence: 'Tomás will tell support about the release date by Friday.',
      confidence: 0.9,
    },
    {
      action: 'Draft the text of the waiting page',
      assignee: 'Aiko Tanaka',
      priority: 'medium',
      deadline_words: 'by tomorrow',
      files: [],
      sentence: 'I can draft the text by tomorrow.',
      confidence: 0.45,
    },
  ],
  notices: ['What was said twice at the same time is not in the transcript and was not read.'],
};
