import { signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Page } from '../../../../shared/kernel/pages.ts';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { idsChangedBy, type RecordKind } from './changed-records.ts';
import { useKeptUp, type Source } from './record.ts';

export interface RecordsOptions<T> {
  /** One page. */
  list(before: string | undefined): Promise<Page<T> | Refusal>;
  idOf(item: T): string;
  /** What kind of records they are; or the ids of those that an event changes, where it is not only what the log names. */
  readonly changedBy: RecordKind | ((event: LogEvent, items: readonly T[]) => readonly string[]);
  /** One record as it is now. Left out where the interface has no way to ask for one: then the list is asked for again. */
  one?(id: string): Promise<T | Refusal>;
  /** Whether a changed record belongs into this list; every one does where it is left out. */
  belongs?(item: T): boolean;
  /** Where a record that was not in the list goes: at its start, where the newest are, unless it says otherwise. */
  order?(a: T, b: T): number;
}

/** DSH-1: a list as a view shows it: it pages, and its records are asked for one by one when an event changes them. */
export class Records<T> {
  readonly items = signal<readonly T[]>([]);
  readonly state = signal<'loading' | 'ready' | Refusal>('loading');
  readonly hasMore = signal(false);
  /** Whether it was ever loaded: without that an empty list says nothing of what there is. */
  readonly isLoaded = signal(false);
  private next: string | undefined;
  private asked = 0;

  constructor(
    private readonly options: RecordsOptions<T>,
    /** What is shown until this list is there: the page does not jump when a filter changes. */
    until: readonly T[],
  ) {
    this.items.value = until;
  }

  known = () => this.state.peek();

  /** Loads the first page anew. */
  async load(): Promise<void> {
    this.next = undefined;
    await this.page([]);
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    if (this.next !== undefined) await this.page(this.items.value);
  }

  /** Shows a record as an answer gave it, without asking for it. */
  put = (item: T): void => {
    const { idOf, belongs = () => true, order } = this.options;
    const id = idOf(item);
    const others = this.items.value.filter((other) => idOf(other) !== id);
    const isKnown = others.length < this.items.value.length;
    if (!belongs(item)) this.items.value = others;
    // Its page brings it.
    else if (!isKnown && this.isBeyond(item)) return;
    else if (order !== undefined) this.items.value = [item, ...others].sort(order);
    else if (!isKnown) this.items.value = [item, ...others];
    else this.items.value = this.items.value.map((other) => (idOf(other) === id ? item : other));
  };

  async follow(events: readonly LogEvent[]): Promise<void> {
    const { changedBy, one } = this.options;
    const idsOf = (event: LogEvent) =>
      typeof changedBy === 'string'
        ? idsChangedBy(event, changedBy)
        : changedBy(event, this.items.value);
    const ids = new Set(events.flatMap(idsOf));
    if (ids.size === 0) return;
    if (one === undefined) return this.load();
    await Promise.all(
      [...ids].map(async (id) => {
        const item = await one(id);
        if (!isRefusal(item)) this.put(item);
        else if (item.error === 'NotFound') this.remove(id);
      }),
    );
  }

  private refused(refusal: Refusal): void {
    if (this.state.value === 'loading') this.items.value = [];
    this.state.value = refusal;
  }

  /** Whether it comes after the last one that is loaded, where there are more. */
  private isBeyond(item: T): boolean {
    const last = this.items.value.at(-1);
    const { order } = this.options;
    return this.hasMore.value && last !== undefined && order !== undefined && order(item, last) > 0;
  }

  private remove(id: string): void {
    this.items.value = this.items.value.filter((item) => this.options.idOf(item) !== id);
  }

  private async page(before: readonly T[]): Promise<void> {
    const turn = ++this.asked;
    const page = await this.options.list(this.next);
    // An answer that was overtaken says what was.
    if (turn !== this.asked) return;
    if (isRefusal(page)) return this.refused(page);
    this.next = page.next;
    this.hasMore.value = page.next !== undefined;
    const { idOf } = this.options;
    const known = new Set(before.map(idOf));
    this.items.value = [...before, ...page.items.filter((item) => !known.has(idOf(item)))];
    this.state.value = 'ready';
    this.isLoaded.value = true;
  }
}

/** The list for a view; made anew when one of `inputs` (filters) changes. */
export function useRecords<T>(
  optionsOf: (source: Source) => RecordsOptions<T>,
  inputs: readonly unknown[] = [],
): Records<T> {
  const { client, live, workspace } = usePlace();
  const { id } = workspace.value;
  const shown = useRef<Records<T> | undefined>(undefined);
  const list = useMemo(
    () => new Records(optionsOf({ client, id }), shown.current?.items.peek() ?? []),
    [client, id, ...inputs],
  );
  shown.current = list;
  return useKeptUp(live, list);
}

/** The order of most lists: the newest first, as the service says it. */
export function newestFirst(a: Dated, b: Dated): number {
  const [one, other] = [`${a.created_at} ${a.id}`, `${b.created_at} ${b.id}`];
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

interface Dated {
  readonly created_at: string;
  readonly id: string;
}
