import { isRefusal, type Refusal } from '../kernel/refusal.ts';

const pageSize = 100;

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

export interface PageRequest {
  readonly limit: number;
  readonly before?: string;
}

/** Reads a list page by page until it ends or `limit` is reached; the first refusal ends it. */
export async function readPages<Row>(
  limit: number,
  load: (page: PageRequest) => Promise<Page<Row> | Refusal>,
): Promise<Row[] | Refusal> {
  const rows: Row[] = [];
  let before: string | undefined;
  do {
    const page = await load({ limit: pageSize, ...(before !== undefined && { before }) });
    if (isRefusal(page)) return page;
    rows.push(...page.rows);
    before = page.next;
  } while (before !== undefined && rows.length < limit);
  return rows;
}

/** The page that a list operation answered; `rowsOf` takes its records out of it. */
export async function pageOf<Answer extends { readonly next_cursor?: string | undefined }, Row>(
  asked: Promise<Answer | Refusal>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<Page<Row> | Refusal> {
  const answer = await asked;
  return isRefusal(answer) ? answer : { rows: rowsOf(answer), next: answer.next_cursor };
}
