import { z } from 'zod';
import { mark } from './settings-files/mark.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

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
  const parsed = recordSchema.safeParse(jsonOf(text));
  return parsed.data ?? refuse('Conflict', 'is not a record that init wrote');
}

export function recordText(record: InitRecord): string {
  return `${JSON.stringify({ note: `${mark} Commit this file.`, ...record }, undefined, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
