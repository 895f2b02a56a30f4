import { mkdir, readFile, writeFile } from 'node:fs/promises';

/**
 * The payload with everything that differs from run to run replaced: `places` (folder by placeholder), ids in the
 * order in which they appear, and durations. The client's notes to its model are left out.
 */
export function normalise<Payload>(payload: Payload, places: Map<string, string>): Payload {
  let text = JSON.stringify(payload);
  for (const [place, placeholder] of places) text = text.replaceAll(place, placeholder);
  text = numbered(
    text,
    /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g,
    uuid,
  );
  text = numbered(text, /\ba[0-9a-f]{16}\b/g, (count) => `a${String(count).padStart(16, '0')}`);
  text = text.replaceAll(/("\w*(?:duration|duration_ms|DurationMs)":)\d+/g, '$11');
  text = text.replaceAll(/(<duration_ms>)\d+/g, '$11').replaceAll(/<note>.*?<\/note>\\n/g, '');
  return JSON.parse(text) as Payload;
}

/** The same payload without times of day, processes and the name of the client's own record, which say nothing here. */
export function timeless<Payload>(payload: Payload): Payload {
  const text = JSON.stringify(payload)
    .replaceAll(/("(?:agent_)?transcript_path":")[^"]*/g, '$1/home/dev/transcript.jsonl')
    .replaceAll(/("timestamp":")[^"]*/g, '$12026-11-21T00:00:00.000Z')
    .replaceAll(/(Wall time: |PGID: )[\d.]+/g, '$11');
  return JSON.parse(text) as Payload;
}

/** Reads `fixtures/<client>/<name>.json`; with `update` it is first written. */
export async function fixture(
  name: string,
  observed: unknown,
  { client, update }: { client: string; update: boolean },
): Promise<unknown> {
  const folder = new URL(`./fixtures/${client}/`, import.meta.url);
  const file = new URL(`${name}.json`, folder);
  if (update) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${JSON.stringify(observed, null, 2)}\n`);
  }
  return JSON.parse(await readFile(file, 'utf8'));
}

function numbered(text: string, pattern: RegExp, name: (count: number) => string): string {
  const seen: string[] = [];
  return text.replaceAll(pattern, (id) => {
    if (!seen.includes(id)) seen.push(id);
    return name(seen.indexOf(id) + 1);
  });
}

function uuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
