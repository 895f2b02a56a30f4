import { setImmediate as nextTurn } from 'node:timers/promises';
import { Page } from '../kernel/handlers.ts';

/** What a body that nothing has checked says is its event. */
export function eventIn(body: unknown): unknown {
  return (body as { readonly event?: unknown } | null | undefined)?.event;
}

/** In characters; writing so much takes some milliseconds. */
const writtenAtOnce = 200_000;

/** An answer as JSON. Of a long one the records of its lists are written bit by bit; hooks are answered in between. */
export async function jsonOf(answer: unknown): Promise<string> {
  if (answer instanceof Page) return listOf(answer.items);
  if (Array.isArray(answer)) return listOf(answer);
  if (!isPlain(answer)) return JSON.stringify(answer);
  const parts: string[] = [];
  for (const [key, value] of Object.entries(answer)) {
    const text = Array.isArray(value) ? await listOf(value) : JSON.stringify(value);
    // JSON leaves out what is undefined.
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}

async function listOf(items: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  let written = 0;
  for (const item of items) {
    if (written > writtenAtOnce) {
      await nextTurn();
      written = 0;
    }
    const part = JSON.stringify(item) ?? 'null';
    parts.push(part);
    written += part.length;
  }
  return `[${parts.join(',')}]`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
