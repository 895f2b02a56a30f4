import { decided } from '../labelled.ts';

export const interfaces = [
  decided(
    'cursor-paging',
    'Lists are paged by an opaque cursor, never by offset',
    'Offset 100000 scanned everything before it, and rows inserted meanwhile showed up twice.',
    [
      'how do I return the next batch of results from an endpoint',
      'why is there no page number parameter',
    ],
  ),
  decided(
    'problem-json',
    'Errors follow RFC 9457 problem+json with a stable code',
    'Clients matched on English sentences. The code is contract, the sentence may change.',
    ['what does a failed request look like', 'format of 4xx bodies'],
  ),
  decided(
    'idempotency-key',
    'Every POST accepts an Idempotency-Key and answers a repeat from memory for 24 hours',
    'Mobile clients retried on timeouts and booked two taxis.',
    [
      'protect against double submission',
      'what if the phone sends the same order twice because the network dropped?',
    ],
  ),
  decided(
    'date-versions',
    'Version the public API by date in a header',
    'A number in the path made people copy whole controllers. Each breaking change is a small transformation between two dates.',
    ['how are incompatible changes to the interface shipped to integrators', 'is there a /v2'],
  ),
  decided(
    'graphql-no',
    'GraphQL is rejected for the partner interface',
    'Unbounded nested queries cannot be priced or limited sensibly, and partners asked for curl examples.',
    ['why REST', 'did we ever consider letting integrators choose the fields they get back'],
  ),
  decided(
    'grpc-internal',
    'gRPC between internal services, JSON only at the edge',
    'Hand-written JSON clients drifted apart in four languages. Protobuf generates them and catches removed fields in CI.',
    ['protocol for backend to backend communication', 'how do microservices talk'],
  ),
  decided(
    'rate-limit-bucket',
    'Limit callers with a token bucket per key: 100 a second, burst of 300',
    "One customer's import starved all the others. Refusals carry Retry-After.",
    [
      'throttling policy',
      ['how do we stop a noisy neighbour from hogging the service', { 'fair-queue': 1 }],
    ],
  ),
  decided(
    'webhook-sign',
    'Webhooks are signed with HMAC over timestamp and body',
    'Receivers could not tell our calls from forgeries. The timestamp stops replays older than five minutes.',
    [
      'how can a partner verify that a callback really came from us',
      'outgoing notifications authenticity',
    ],
  ),
  decided(
    'patch-merge',
    'Partial updates by JSON merge patch',
    'PUT forced clients to send fields they did not understand and wiped new ones. Null removes, absence leaves alone.',
    ['how does a client modify only one attribute of a resource'],
  ),
  decided(
    'etag-concurrency',
    'Writers must send If-Match with the ETag they read',
    "Two editors overwrote each other's texts without notice. A mismatch answers 412 and the UI shows both versions.",
    [
      'lost update problem',
      ['what happens when two people save the same record at the same time', { 'crdt-docs': 1 }],
    ],
  ),
  decided(
    'openapi-first',
    'The OpenAPI document is written first and the handlers are checked against it',
    'Docs generated from annotations were always a sprint behind. A contract test fails when an answer differs from its schema.',
    [
      'where is the source of truth for the REST contract',
      'how is the reference for developers kept accurate',
    ],
  ),
  decided(
    'bulk-207',
    'Bulk operations answer per item with 207 instead of failing whole',
    'One bad row out of 5,000 made customers split files by bisection.',
    ['importing many things and a few are invalid, does the entire request get rejected'],
  ),
];
