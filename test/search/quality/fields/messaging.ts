import { decided } from '../labelled.ts';

export const messaging = [
  decided(
    'outbox-pattern',
    'Publish events through a transactional outbox table',
    'An order was saved but its message was lost when the broker timed out. A relay reads the table and sends at least once.',
    [
      'how do we make sure the DB commit and the Kafka publish do not diverge',
      'dual write problem',
    ],
  ),
  decided(
    'sqs-over-kafka',
    'SQS for work queues, Kafka only for the click stream',
    'Nobody replays invoices, and a consumer group with a poison message blocked a partition for a day.',
    ['which broker for background tasks', 'do I need kafka for this?'],
  ),
  decided(
    'dead-letter',
    'After five attempts a message goes to the dead letter queue and opens a ticket',
    'Endless redelivery of one malformed message burned a weekend of compute.',
    ['what if a job keeps failing', 'poison pill handling'],
  ),
  decided(
    'backoff-jitter',
    'Retries wait exponentially with full jitter, at most one minute',
    'After a restart all clients came back in the same second and knocked it over again.',
    ['thundering herd after an outage', 'how long before trying a failed call again'],
  ),
  decided(
    'consumer-idempotent',
    'Consumers remember the ids they have handled in the same transaction as their effect',
    'Delivery is at least once; a refund was paid twice.',
    ['the broker may hand over duplicates, what then', 'exactly-once processing'],
  ),
  decided(
    'event-schema-registry',
    'Event schemas live in a registry and may only change compatibly',
    'A renamed field stopped three downstream teams without warning.',
    ['can I remove an attribute from something other squads subscribe to'],
  ),
  decided(
    'saga-booking',
    'Bookings are a saga with compensating steps, orchestrated by Temporal',
    'Hotel, flight and card are three foreign systems with no common transaction. The state machine in cron scripts could not be understood.',
    [
      'undo the earlier parts of a multi-step process when a later one fails',
      'long running workflows',
    ],
  ),
  decided(
    'fair-queue',
    'One queue per tenant class, with weighted polling',
    "A bulk customer's two million jobs delayed everyone's password mails by an hour.",
    ['small clients wait behind one giant import'],
  ),
  decided(
    'cron-central',
    'Scheduled tasks run in the job system, not in crontabs on machines',
    'Nobody knew which of nine hosts sent the weekly report.',
    ['where do recurring things get configured', 'run something every night'],
  ),
  decided(
    'priority-mail',
    'Transactional mail has its own worker pool',
    'Newsletters filled the pool and receipts arrived in the evening.',
    ['marketing blasts must not hold up order confirmations'],
  ),
  decided(
    'backpressure',
    'A full buffer refuses new work instead of growing',
    'The ingester kept everything in memory until the kernel killed it and lost it all.',
    ['what if producers are faster than we can keep up with', 'out of memory in the collector'],
  ),
];
