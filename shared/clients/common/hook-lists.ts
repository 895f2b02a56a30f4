import { hookScriptPath } from './hook-script-path.ts';
import type { Entry, EntryLocation } from './settings-entries.ts';
import { isObject, type Json, type JsonObject } from './settings-entries.ts';

/** A hook as many clients keep it: an object in the list of its event, with its command under a key of the client's. */
export interface ListedHook {
  event: string;
  /** The key of the command, which is the script's line. */
  key: string;
  /** What the script is called with: the client, then the event or another word for it. */
  words: string;
  settings?: JsonObject;
}

export function listedEntry({ event, key, words, settings = {} }: ListedHook): Entry {
  const hook: JsonObject = { [key]: `${hookScriptPath} ${words}`, ...settings };
  return { id: identity(event, hook, key), path: ['hooks', event, '-'], value: hook };
}

/** Every hook in a parsed file that calls the script for one of these clients. */
export function listedPlaces(
  document: Json,
  { key, clients }: { key: string; clients: readonly string[] },
): EntryLocation[] {
  const events = isObject(document) ? document['hooks'] : undefined;
  if (!isObject(events)) return [];
  return Object.entries(events).flatMap(([event, hooks]) =>
    Array.isArray(hooks)
      ? hooks.flatMap((hook, index) =>
          isObject(hook) && isOurs(hook[key], clients)
            ? [{ id: identity(event, hook, key), path: ['hooks', event, index] }]
            : [],
        )
      : [],
  );
}

/** A hook is the one that init wants if these agree; its time limit may be the user's. */
function identity(event: string, hook: JsonObject, key: string): string {
  return JSON.stringify([event, hook['matcher'] ?? null, hook[key] ?? null]);
}

function isOurs(command: Json | undefined, clients: readonly string[]): boolean {
  return (
    typeof command === 'string' &&
    clients.some((client) => command.startsWith(`${hookScriptPath} ${client} `))
  );
}
