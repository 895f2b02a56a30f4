import type { Kysely } from 'kysely';
import type { Transaction } from './group-committer.ts';
import { selectRows, writeRows, type RowsStatement } from './rows.ts';
import type { Schema } from './schema.ts';

/** Identifies one request of one user, so that repeating it does nothing twice. */
export interface RequestKey {
  readonly userId: string;
  /** The operation and the conversation that the key belongs to: agents choose keys such as `1`. */
  readonly scope: string;
  readonly key: string;
  /** Of the operation and its input, to tell a repeated request from another one under the same key. */
  readonly fingerprint: string;
}

const load: RowsStatement = {
  text: 'SELECT user_id, key, operation, answer FROM idempotency WHERE (user_id, key) IN (VALUES {rows}) ORDER BY key',
  columns: 2,
};

const insert: RowsStatement = {
  text: 'INSERT INTO idempotency (user_id, key, operation, answer, at) VALUES {rows}',
  columns: 5,
};

/** The key of a request as it is kept. No part of it has a line break, so two requests never share one. */
function keptKey({ scope, key }: RequestKey): string {
  return `${scope}\n${key}`;
}

/** How long an answer is kept for a repeated request. */
export const idempotencyRetentionMs = 24 * 60 * 60_000;

/** The stored answers to these requests, and the answers of this transaction. */
export class IdempotencyRecords {
  private readonly answers = new Map<string, { fingerprint: string; answer: string }>();
  private readonly fresh: RequestKey[] = [];

  static async load(
    { connection }: Transaction,
    requests: readonly RequestKey[],
  ): Promise<IdempotencyRecords> {
    const records = new IdempotencyRecords();
    if (requests.length === 0) return records;
    const rows = await selectRows(
      connection,
      load,
      // An earlier version kept the key as it was sent.
      requests.flatMap((r) => [
        [r.userId, keptKey(r)],
        [r.userId, r.key],
      ]),
    );
    for (const row of rows) {
      const answer = { fingerprint: String(row['operation']), answer: String(row['answer']) };
      records.answers.set(`${row['user_id'] as string}\n${row['key'] as string}`, answer);
    }
    return records;
  }

  /** The earlier answer; undefined when the request is new. A key that was used for another request is an error. */
  find(request: RequestKey): { readonly answer: unknown } | 'other_request' | undefined {
    const { userId, key, fingerprint } = request;
    const known = this.answers.get(`${userId}\n${keptKey(request)}`);
    if (known !== undefined && known.fingerprint !== fingerprint) return 'other_request';
    const earlier = this.answers.get(`${userId}\n${key}`);
    const found = known ?? (earlier?.fingerprint === fingerprint ? earlier : undefined);
    return found && { answer: JSON.parse(found.answer) as unknown };
  }

  add(request: RequestKey, answer: unknown): void {
    const text = JSON.stringify(answer);
    this.answers.set(`${request.userId}\n${keptKey(request)}`, {
      fingerprint: request.fingerprint,
      answer: text,
    });
    this.fresh.push(request);
  }

  save({ connection, nowMs }: Transaction): void {
    const rows = this.fresh.map((request) => [
      request.userId,
      keptKey(request),
      request.fingerprint,
      this.answers.get(`${request.userId}\n${keptKey(request)}`)?.answer,
      nowMs,
    ]);
    writeRows(connection, insert, rows);
  }
}

export async function deleteAnswersBefore(db: Kysely<Schema>, atMs: number): Promise<void> {
  await db.deleteFrom('idempotency').where('at', '<', atMs).execute();
}

/** RSV-19: an answer of the time when the clock was ahead is kept as long as one of now. */
export async function redateAnswers(
  db: Kysely<Schema>,
  { latestMs, atMs }: { latestMs: number; atMs: number },
): Promise<void> {
  await db.updateTable('idempotency').set({ at: atMs }).where('at', '>', latestMs).execute();
}
