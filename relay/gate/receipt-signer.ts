import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import { insertSecret, selectSecret } from './queries.ts';

const secretBytes = 32;

/** The fields of a receipt that its signature covers. */
export type SignedFields = Pick<
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
