import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { mayBeIndexed } from '../../../../shared/symbols/indexed.ts';
import { pathKey } from '../../../../shared/kernel/paths.ts';
import type { Output } from '../../../../shared/api/operations.ts';
import type { Client } from '../../../../shared/api/caller.ts';
import { isPassing, isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { useKeptUp } from './record.ts';

/** The files with those that events name and that were not known, in their order; the same list where there are none. */
export function filesAfter(
  files: readonly string[],
  events: readonly LogEvent[],
): readonly string[] {
  const known = new Set(files.map(pathKey));
  const named = events.flatMap((event) => (event.type === 'graph_changed' ? event.files : []));
  const added = named.filter((file) => !known.has(pathKey(file)));
  if (added.length === 0) return files;
  const all = [...files, ...new Set(added)];
  return all.sort((a, b) => (pathKey(a) < pathKey(b) ? -1 : 1));
}

/** DEC-16: those of the files that the index would have and does not; none while it is not known, or there is none. */
export function unknownAmong(
  files: readonly string[],
  known: readonly string[] | undefined,
): readonly string[] {
  if (known === undefined || known.length === 0) return [];
  const keys = new Set(known.map(pathKey));
  return files.filter((file) => mayBeIndexed(file) && !keys.has(pathKey(file)));
}

/** Whether a file may be gone after these events: symbols are, and the log does not say of files. */
export function mayBeGone(events: readonly LogEvent[]): boolean {
  return events.some((event) => event.type === 'graph_changed' && event.removed.length > 0);
}

const pageSize = 10_000;
const mostPages = 10;
const againMs = 200;

type File = Output<'listFiles'>['files'][number];

/**
 * The files of the repository that the relay knows. Where the relay does not answer, the refusal: a part would pass for the whole.
 * None where it does not know the question, as an older one.
 */
export async function allFiles(client: Client, id: string): Promise<readonly File[] | Refusal> {
  const all: File[] = [];
  let before: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const from = before === undefined ? {} : { before };
    const answer = await client.call('listFiles', { id, limit: pageSize, ...from });
    if (isPassing(answer)) return answer;
    if (isRefusal(answer)) break;
    all.push(...answer.files);
    before = answer.next_cursor;
    if (before === undefined) break;
  }
  return all;
}

/** The files that the relay knows, kept up from the log. */
class KnownFiles {
  readonly files = signal<readonly string[] | undefined>(undefined);
  private asking: ReturnType<typeof setTimeout> | undefined;
  private last: readonly File[] | Refusal | undefined;

  constructor(
    private readonly client: Client,
    private readonly id: string,
  ) {}

  known = () => this.last;

  /** What is known stays while nothing can be asked. */
  async load(): Promise<void> {
    this.asking = undefined;
    this.last = await allFiles(this.client, this.id);
    if (!isRefusal(this.last)) this.files.value = this.last.map(({ path }) => path);
  }

  follow(events: readonly LogEvent[]): void {
    if (this.files.value === undefined) return;
    this.files.value = filesAfter(this.files.value, events);
    if (mayBeGone(events)) this.asking ??= setTimeout(() => void this.load(), againMs);
  }

  stop(): void {
    clearTimeout(this.asking);
  }
}

/** The paths in their order; undefined until they are known. */
export function useFiles(): ReadonlySignal<readonly string[] | undefined> {
  const { client, live, workspace } = usePlace();
  const id = workspace.value.id;
  const known = useMemo(() => new KnownFiles(client, id), [client, id]);
  useKeptUp(live, known);
  useEffect(() => () => known.stop(), [known]);
  return known.files;
}
