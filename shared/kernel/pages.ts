import { isRefusal, type Refusal } from './refusal.ts';

/** A page of a list; `next` is the cursor of the page after it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string | undefined;
}

/** The page that a list operation answered; `itemsOf` takes its records out of the answer. */
export async function pageOf<Answer extends { readonly next_cursor?: string | undefined }, Item>(
  asked: Promise<Answer | Refusal>,
  itemsOf: (answer: Answer) => readonly Item[],
): Promise<Page<Item> | Refusal> {
  const answer = await asked;
  return isRefusal(answer) ? answer : { items: itemsOf(answer), next: answer.next_cursor };
}

/** Reads a list page by page until it ends or has `most` items; the first refusal ends it. */
export async function allPages<Item>(
  read: (before: string | undefined) => Promise<Page<Item> | Refusal>,
  most = Infinity,
): Promise<Item[] | Refusal> {
  const items: Item[] = [];
  let before: string | undefined;
  do {
    const page = await read(before);
    if (isRefusal(page)) return page;
    items.push(...page.items);
    before = page.next;
  } while (before !== undefined && items.length < most);
  return items;
}
