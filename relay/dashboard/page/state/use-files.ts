import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Client } from '../../../../shared/api/caller.ts';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { filesAfter, mayBeGone } from './files.ts';

const pageSize = 10_000;
const mostPages = 10;
const againMs = 200;

/** The files of the repository that the relay knows, kept up from the log. */
class KnownFiles {
  readonly files = signal<readonly string[] | undefined>(undefined);
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly id: string,
  ) {}

  async load(): Promise<void> {
    this.asking = undefined;
    const all: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const from = before === undefined ? {} : { before };
      const answer = await this.client.call('listFiles', { id: this.id, limit: pageSize, ...from });
      if (isRefusal(answer)) break;
      all.push(...answer.files.map(({ path }) => path));
      before = answer.next_cursor;
      if (before === undefined) break;
    }
    this.files.value = all;
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
  useEffect(() => live.onEvents((events) => known.follow(events)), [known, live]);
  useEffect(() => {
    void known.load();
  }, [known, live.loaded.value]);
  useEffect(() => () => known.stop(), [known]);
  return known.files;
}
