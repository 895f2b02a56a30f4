import type { Connection } from '../store/database.ts';
import { selectRows, type RowsStatement } from '../store/rows.ts';

/** Adds to the counts of users and days and answers the new counts. */
const addRequests: RowsStatement = {
  text: `INSERT INTO usage (user_id, day, requests) VALUES {rows}
    ON CONFLICT (user_id, day) DO UPDATE SET requests = usage.requests + excluded.requests
    RETURNING user_id, day, requests`,
  columns: 3,
};

export interface UsageCount {
  readonly userId: string;
  readonly day: string;
  readonly requests: number;
}

export async function countRequests(
  connection: Connection,
  counts: readonly UsageCount[],
): Promise<UsageCount[]> {
  const keys = counts.map(({ userId, day, requests }) => [userId, day, requests]);
  const rows = await selectRows(connection, addRequests, keys);
  return rows.map((row) => ({
    userId: String(row['user_id']),
    day: String(row['day']),
    requests: Number(row['requests']),
  }));
}
