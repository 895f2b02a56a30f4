import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import type { Scope } from '../access/authorizer.ts';
import { selectReceipt } from './queries.ts';
import { partsOfReceipt, type Sealer } from './seal.ts';

/**
 * The receipt that somebody shows. Refused: ValidationError for what is none, NotFound for one that this workspace does not
 * know, Conflict for one whose seal is not this relay's.
 */
export async function genuineReceipt(
  transaction: Transaction,
  { workspaceId }: Scope,
  { shown, sealer }: { shown: string; sealer: Sealer },
): Promise<ReceiptRow | Refusal> {
  const parts = partsOfReceipt(shown);
  if (parts === undefined) {
    return refuse('ValidationError', 'receipt: must be the receipt_id of confirm_ready, whole.', {
      field: 'receipt',
    });
  }
  const row = await selectReceipt(transaction.connection.kysely, workspaceId, parts.id);
  if (row === undefined) return refuse('NotFound', 'No such receipt.');
  if (await sealer.isGenuine(transaction, row, parts.seal)) return row;
  return refuse('Conflict', 'This receipt is signed by another key than the one of this relay.');
}
