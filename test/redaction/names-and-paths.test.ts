/** RED-3: names of code and paths that begin as a secret does stay, and secrets of that form go. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';
import { letters } from './secrets.ts';

const stays = [
  'pk_customer_orders_v2',
  'rename pk_customer_orders_v2 to pk_client_orders_v3',
  'sk_order_items_2024 is slow',
  'pk-customer-orders-table-v2',
  'a basic test/e2e/x',
  'basic test/e2e/checkout2',
  'bearer src/auth/token.ts',
  'bearer src/auth2/accessToken.test.ts',
  'basic ./test/e2e/check-out2.ts',
];

const goes: readonly (readonly [text: string, secret: string])[] = [
  ['pk_abc123def456ghi7', 'abc123def456ghi7'],
  ['sk_8f7d6c5b4a3f2e1d', '8f7d6c5b4a3f2e1d'],
  [`sk-${letters(30)}7`, letters(30)],
  ['sk_orders_8f7d6c5b4a3f2e1d', '8f7d6c5b4a3f2e1d'],
  [`sk_live_${letters(12)}7`, letters(12)],
  ['Bearer 9f8e7d6c5b/4a3f2e1d', '9f8e7d6c5b'],
  ['Bearer abc/def/0a9b8c7d6e', '0a9b8c7d6e'],
  ['Basic YWRtaW46aHVudGVyMjI=', 'YWRtaW46aHVudGVyMjI'],
  ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['basic YWxpY2U6b3BlbnNlc2FtZSFy', 'YWxpY2U6b3BlbnNlc2FtZSFy'],
];

test('RED-3 names of several words and paths stay', () => {
  for (const text of stays) assert.equal(redactText(text), { text, removed: [] });
});

test('RED-1 what a machine drew goes, though it begins like one of them', () => {
  for (const [text, secret] of goes) {
    const { text: clean, removed } = redactText(text);
    assert.not.ok(clean.includes(secret), clean);
    assert.is(removed.length, 1, text);
  }
});

test.run();
