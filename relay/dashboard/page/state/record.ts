import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';
import type { Live } from './live.ts';
import { isAway, useLoadAgain } from './load-again.ts';

interface RecordOptions<T> {
  read(): Promise<T | Refusal>;
  /** Whether what is read is another one after this event. */
  isChangedBy(event: LogEvent, before: T | Refusal | undefined): boolean;
}

/** One thing of the interface as a view shows it. */
export interface OneRecord<T> {
  /** Undefined until it was read for the first time. */
  readonly value: ReadonlySignal<T | Refusal | undefined>;
  /** Shows it as an answer gave it, without asking for it. */
  put(value: T): void;
}

/** DSH-1: one thing that is asked for again when an event changes it. */
class KeptUp<T> implements OneRecord<T> {
  readonly value = signal<T | Refusal | undefined>(undefined);
  private asked = 0;

  constructor(private readonly options: RecordOptions<T>) {}

  put = (value: T): void => {
    this.asked += 1;
    this.value.value = value;
  };

  /** An answer to what was asked earlier does not replace a later one. */
  async load(): Promise<void> {
    const turn = ++this.asked;
    const value = await this.options.read();
    if (turn !== this.asked) return;
    // What is known stays while nothing can be asked.
    if (!isAway(value) || this.value.peek() === undefined) this.value.value = value;
  }

  follow(events: readonly LogEvent[]): void {
    const before = this.value.peek();
    if (events.some((event) => this.options.isChangedBy(event, before))) void this.load();
  }
}

/** The record for a view; another one when one of `inputs` changes. */
export function useRecord<T>(
  live: Live,
  options: RecordOptions<T>,
  inputs: readonly unknown[] = [],
): OneRecord<T> {
  const record = useMemo(() => new KeptUp(options), inputs);
  useEffect(() => live.onEvents((events) => record.follow(events)), [record, live]);
  useEffect(() => {
    void record.load();
  }, [record, live.loaded.value]);
  useLoadAgain(
    live,
    () => record.value.peek(),
    () => record.load(),
  );
  return record;
}
