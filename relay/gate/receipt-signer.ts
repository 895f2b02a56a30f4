import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import { insertSecret, selectSecret, selectReceipt } from './queries.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Scope } from '../access/authorizer.ts';

const secretBytes = 32;

/** The fields of a receipt that its signature covers. */
type SignedFields = Pick<
  ReceiptRow,
  | 'id'
  | 'workspace_id'
  | 'workstream'
  | 'commit_sha'
  | 'tree'
  | 'kind'
  | 'created_at'
  | 'expires_at'
>;

/**
 * Receipts are signed with a secret that all relays on one database share and that never leaves them. On the wire a receipt
 * is `<id>.<signature>`.
 */
export class ReceiptSigner {
  private secret: Buffer | undefined;

  /** The receipt as clients show it. */
  async sign(transaction: Transaction, receipt: SignedFields): Promise<string> {
    return `${receipt.id}.${signatureOf(receipt, await this.key(transaction))}`;
  }

  /** Whether this relay signed the receipt with exactly these fields. */
  async verify(
    transaction: Transaction,
    receipt: SignedFields,
    signature: string,
  ): Promise<boolean> {
    const expected = Buffer.from(signatureOf(receipt, await this.key(transaction)));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  private async key({ connection, nowMs, afterCommit }: Transaction): Promise<Buffer> {
    if (this.secret !== undefined) return this.secret;
    const db = connection.kysely;
    let found = await selectSecret(db);
    if (found === undefined) {
      // Two relays may start at once: the second insert does nothing, and both read the first secret.
      await insertSecret(db, randomBytes(secretBytes).toString('base64url'), nowMs);
      found = await selectSecret(db);
    }
    if (found === undefined) throw new Error('the secret of the gate was not kept');
    const secret = Buffer.from(found, 'base64url');
    afterCommit.push(() => (this.secret = secret));
    return secret;
  }
}

/** The parts of a receipt as clients show it; undefined for a text of another form. */
export function parseReceipt(shown: string): { id: string; signature: string } | undefined {
  const [, id, signature] = /^(rcpt_[0-9a-z]{1,64})\.([A-Za-z0-9_-]{1,128})$/.exec(shown) ?? [];
  return id === undefined || signature === undefined ? undefined : { id, signature };
}

function signatureOf(receipt: SignedFields, secret: Buffer): string {
  const { id, workspace_id, workstream, commit_sha, tree, kind, created_at, expires_at } = receipt;
  const parts = [id, workspace_id, workstream, commit_sha, tree, kind, created_at, expires_at];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

type Visible = { readonly visibility: string };

/** The files of an event of the gate. Every member reads the log, so those of a private workstream are not told. */
export function filesTold({ visibility }: Visible, files: string[]): string[] {
  return visibility === 'private' ? [] : files;
}

/** The receipt of an event of the gate, of a private workstream without its signature. */
export function receiptTold({ visibility }: Visible, shown: string): string {
  return visibility === 'private' ? (parseReceipt(shown)?.id ?? '') : shown;
}

/** The run of an event of the gate; left out of a private workstream. */
export function runTold({ visibility }: Visible, id: string): { run_id?: string } {
  return visibility === 'private' ? {} : { run_id: id };
}

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
