import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { type Refusal, isPassing, isRefusal } from '../../../../shared/kernel/refusal.ts';
import type { Client, Request } from '../../../../shared/api/caller.ts';
import type { JsonOperationName, Output } from '../../../../shared/api/operations.ts';
import { usePlace } from '../place/place.ts';
import type { Live } from './live.ts';

interface RecordOptions<T> {
  read(): Promise<T | Refusal>;
  /** Whether what is read is another one after this event. */
  isChangedBy(event: LogEvent, before: T | Refusal | undefined): boolean;
}

/** DSH-1: one thing of the interface as a view shows it, asked for again when an event changes it. */
export class OneRecord<T> {
  /** Undefined until it was read for the first time. */
  readonly value = signal<T | Refusal | undefined>(undefined);
  private asked = 0;

  constructor(private readonly options: RecordOptions<T>) {}

  known = () => this.value.peek();

  /** Shows it as an answer gave it, without asking for it. */
  put = (value: T): void => {
    this.asked += 1;
    this.value.value = value;
  };

  /** An answer to what was asked earlier does not replace a later one. */
  async load(): Promise<void> {
    const turn = ++this.asked;
    const value = await this.options.read();
    if (turn !== this.asked) return;
    const before = this.value.peek();
    // What is known stays while nothing can be asked.
    if (before === undefined || isRefusal(before) || !isPassing(value)) this.value.value = value;
  }

  follow(events: readonly LogEvent[]): void {
    const before = this.value.peek();
    if (events.some((event) => this.options.isChangedBy(event, before))) void this.load();
  }
}

/** Where a view's records come from. */
export interface Source {
  readonly client: Client;
  /** Of the workspace. */
  readonly id: string;
}

/** The record for a view; another one when one of `inputs` changes. */
export function useRecord<T>(
  optionsOf: (source: Source) => RecordOptions<T>,
  inputs: readonly unknown[] = [],
): OneRecord<T> {
  const { client, live, workspace } = usePlace();
  const { id } = workspace.value;
  return useKeptUp(
    live,
    useMemo(() => new OneRecord(optionsOf({ client, id })), [client, id, ...inputs]),
  );
}

/** What a view shows and the log keeps up. */
interface KeptUp {
  load(): Promise<void>;
  follow(events: readonly LogEvent[]): unknown;
  /** A refusal where it could not be read. */
  known(): unknown;
}

/**
 * DSH-1: loads it when the view opens, and when everything is loaded anew; tells it of what happens. DSH-3: asks again for what
 * could not be read, as soon as the service is there again.
 */
export function useKeptUp<Kept extends KeptUp>(live: Live, kept: Kept): Kept {
  useEffect(() => live.onEvents((events) => void kept.follow(events)), [kept, live]);
  useEffect(() => {
    void kept.load();
  }, [kept, live.loaded.value]);
  const isLive = live.link.value.state === 'live';
  useEffect(() => {
    if (isLive && isPassing(kept.known())) void kept.load();
  }, [isLive]);
  return kept;
}

/** DSH-3: loads when the view opens, when everything is loaded anew, and when the service is there again. */
export function useWhenThere(
  live: Live,
  load: () => Promise<void>,
  inputs: readonly unknown[] = [],
): void {
  const isThere = live.link.value.state === 'live';
  useEffect(() => {
    if (isThere) void load();
  }, [live, live.loaded.value, isThere, ...inputs]);
}

/**
 * The answer of one operation, as `useRecord` keeps it up. Undefined until it is there, when it is refused, and while there is
 * nothing to ask for.
 */
export function useAnswer<Name extends JsonOperationName>(
  name: Name,
  input: Request<Name> | undefined,
  isChangedBy: (event: LogEvent) => boolean = () => false,
): Output<Name> | undefined {
  const { value } = useRecord<Output<Name> | undefined>(
    ({ client }) => ({
      read: async () => (input === undefined ? undefined : client.call(name, input)),
      isChangedBy,
    }),
    [name, JSON.stringify(input)],
  ).value;
  return isRefusal(value) ? undefined : value;
}
