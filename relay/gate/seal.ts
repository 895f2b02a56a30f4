import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../store/group-committer.ts';
import type { ReceiptRow } from '../store/schema.ts';
import { insertSecret, selectSecret } from './queries.ts';

const secretBytes = 32;

/** What the seal of a receipt is over. */
export type Sealed = Pick<
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
 * is `<id>.<seal>`.
 */
export class Sealer {
  private secret: Buffer | undefined;

  /** The receipt as its holder shows it. */
  async seal(transaction: Transaction, receipt: Sealed): Promise<string> {
    return `${receipt.id}.${sealOf(receipt, await this.key(transaction))}`;
  }

  /** Whether this relay gave this receipt, and gave it like this. */
  async isGenuine(transaction: Transaction, receipt: Sealed, seal: string): Promise<boolean> {
    const expected = Buffer.from(sealOf(receipt, await this.key(transaction)));
    const given = Buffer.from(seal);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  private async key({ connection, nowMs, afterCommit }: Transaction): Promise<Buffer> {
    if (this.secret !== undefined) return this.secret;
    const db = connection.kysely;
    let found = await selectSecret(db);
    if (found === undefined) {
      // Of two relays that start at once one is first, and both take its secret.
      await insertSecret(db, randomBytes(secretBytes).toString('base64url'), nowMs);
      found = await selectSecret(db);
    }
    if (found === undefined) throw new Error('the secret of the gate was not kept');
    const secret = Buffer.from(found, 'base64url');
    afterCommit.push(() => (this.secret = secret));
    return secret;
  }
}

/** The parts of a receipt as its holder shows it; undefined for what has another form. */
export function partsOfReceipt(shown: string): { id: string; seal: string } | undefined {
  const [, id, seal] = /^(rcpt_[0-9a-z]{1,64})\.([A-Za-z0-9_-]{1,128})$/.exec(shown) ?? [];
  return id === undefined || seal === undefined ? undefined : { id, seal };
}

function sealOf(receipt: Sealed, secret: Buffer): string {
  const { id, workspace_id, workstream, commit_sha, tree, kind, created_at, expires_at } = receipt;
  const parts = [id, workspace_id, workstream, commit_sha, tree, kind, created_at, expires_at];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
