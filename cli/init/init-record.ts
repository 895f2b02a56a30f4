import { z } from 'zod';
import { mark } from './settings-files/mark.ts';
import { parseJson } from '../../shared/kernel/json.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** Committed with the hook script, so that any machine can undo exactly what another one did. */
export const recordPath = '.coord/init.json';

const recordSchema = z.object({
  clients: z.array(z.string()),
  /** Folders that init made. */
  folders: z.array(z.string()),
  /** By path of a settings file. */
  files: z.record(
    z.string(),
    z.object({
      created: z.array(z.string()),
      filled: z.record(z.string(), z.string()),
      blank: z.string().optional(),
    }),
  ),
});

/** Which clients are set up, and what their files were like before. */
export type InitRecord = z.infer<typeof recordSchema>;

export function parseRecord(text: string | undefined): InitRecord | Refusal {
  if (text === undefined) return { clients: [], folders: [], files: {} };
  const parsed = recordSchema.safeParse(parseJson(text));
  return parsed.data ?? refuse('Conflict', problemOf(text));
}

/** Two branches that each set up a client change the same lines of the record, so this is how it breaks most often. */
function problemOf(text: string): string {
  return /^(?:<{7}|>{7}) /m.test(text)
    ? `has an unresolved merge conflict: keep one side of it, then run coord init: git checkout --ours -- :/${recordPath}`
    : `is not a record that init wrote: take it from the last commit: git checkout HEAD -- :/${recordPath}`;
}

/** INI-1: `current`, the text that is there, where it says the same in another order or layout. */
export function recordText(record: InitRecord, current: string | undefined): string {
  const text = orderedText(record);
  const found = parseRecord(current);
  const isSame = current !== undefined && !isRefusal(found) && orderedText(found) === text;
  return isSame ? current : text;
}

/** One order, whatever the order in which the clients were set up. A folder comes before those in it. */
function orderedText({ clients, folders, files }: InitRecord): string {
  const ordered = {
    note: `${mark} Commit this file.`,
    clients: clients.toSorted(),
    folders: folders.toSorted(),
    files: sortedByKey(files),
  };
  return `${JSON.stringify(ordered, undefined, 2)}\n`;
}

function sortedByKey<T>(values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
