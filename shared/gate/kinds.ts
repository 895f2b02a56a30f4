import { z } from 'zod';

/** GAT-6: the daemon ran the tests itself, or an agent says that it did. */
export const receiptKind = z.enum(['attested', 'reported']);
export type ReceiptKind = z.output<typeof receiptKind>;

export const testStatus = z.enum(['passed', 'failed', 'skipped']);
