import type { Client, Request } from '../api/caller.ts';
import type { JsonOperationName, Output } from '../api/operations.ts';
import { allPages, pageOf } from '../kernel/pages.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';

/** The operations that answer pages. */
type ListName = {
  [Name in JsonOperationName]: 'next_cursor' extends keyof Output<Name> ? Name : never;
}[JsonOperationName];

type List = {
  [Name in ListName]: {
    readonly name: Name;
    readonly where?: Omit<Request<Name>, 'id' | 'limit' | 'before'>;
    /** No further page is read once there are so many records. */
    readonly most: number;
    /** A refusal counts as no records. */
    readonly isOptional?: true;
  };
}[ListName];

/** What to read, by the field of the answers that has the records. */
export type Lists = Readonly<Record<string, readonly List[]>>;

type Found<Read extends Lists> = {
  readonly [Field in keyof Read]: Output<Read[Field][number]['name']>[Field &
    keyof Output<Read[Field][number]['name']>];
};

/** Any list and any field of its answer: whether they fit was checked where they are named. */
type Call = (name: ListName, input: object) => Promise<Answer | Refusal>;
type Answer = Readonly<Record<string, readonly unknown[]>> & { readonly next_cursor?: string };

/** Of one page. */
const limit = 100;

/**
 * Reads all lists at once. Answers the records by their field, list after list and each newest first, or the first refusal in the
 * order of `lists`. `call` sends a request, or calls the relay's services directly.
 */
export async function readLists<Read extends Lists>(
  call: Client['call'],
  id: string,
  lists: Read,
): Promise<Found<Read> | Refusal> {
  const read = await Promise.all(
    Object.entries(lists).flatMap(([field, those]) =>
      those.map(async (list) => ({ field, rows: await rowsOf(call as Call, { id, field, list }) })),
    ),
  );
  const found: Record<string, unknown[]> = {};
  for (const { field, rows } of read) {
    if (isRefusal(rows)) return rows;
    (found[field] ??= []).push(...rows);
  }
  return found as Found<Read>;
}

interface Wanted {
  readonly id: string;
  readonly field: string;
  readonly list: List;
}

async function rowsOf(
  call: Call,
  { id, field, list: { name, where, most, isOptional } }: Wanted,
): Promise<unknown[] | Refusal> {
  const rows = await allPages(
    (before) =>
      pageOf(call(name, { id, ...where, limit, before }), (answer) => answer[field] ?? []),
    most,
  );
  return isOptional && isRefusal(rows) ? [] : rows;
}
