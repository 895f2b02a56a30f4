import { z } from 'zod';

/** GAT-6: the daemon ran the tests itself, or an agent says that it did. */
export const receiptKind = z.enum(['attested', 'reported']);
export type ReceiptKind = z.output<typeof receiptKind>;

export const testStatus = z.enum(['passed', 'failed', 'skipped']);

const testCount = z.number().int().min(0).max(1_000_000_000);

/** GAT-6: how many tests a run had; for who looks at it, and nothing is decided by it. */
export const testCounts = z.object({
  passed: testCount,
  failed: testCount,
  skipped: testCount,
});

export type TestCounts = z.output<typeof testCounts>;
