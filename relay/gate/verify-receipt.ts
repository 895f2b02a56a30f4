import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { selectReceipt } from './queries.ts';
import { parseReceipt, type ReceiptSigner } from './receipt-signer.ts';

/**
 * The row of the receipt that a client shows. ValidationError: it has not the form of a receipt. NotFound: this workspace does
 * not know it. Conflict: its signature is not this relay's.
 */
export async function verifyReceipt(
  transaction: Transaction,
  { workspaceId }: Scope,
  { shown, signer }: { shown: string; signer: ReceiptSigner },
): Promise<ReceiptRow | Refusal> {
  const parts = parseReceipt(shown);
  if (parts === undefined) {
    return refuse('ValidationError', 'receipt: must be the receipt_id of confirm_ready, whole.', {
      field: 'receipt',
    });
  }
  const row = await selectReceipt(transaction.connection.kysely, workspaceId, parts.id);
  if (row === undefined) return refuse('NotFound', 'No such receipt.');
  if (await signer.verify(transaction, row, parts.signature)) return row;
  return refuse('Conflict', 'This receipt is signed by another key than the one of this relay.');
}
