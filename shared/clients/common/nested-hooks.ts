import type { JsonFile } from './planned-files.ts';
import { hookScriptPath } from './hook-script-path.ts';
import type { Entry, EntryLocation } from './settings-entries.ts';
import { isObject, type Json } from './settings-entries.ts';

/** A hook that a client is to call. `word` goes to the script instead of the event's own name. */
export interface WantedHook {
  event: string;
  matcher?: string;
  word?: string;
  /** In the client's unit; otherwise that of all hooks. */
  timeout?: number;
}

export interface NestedHooks {
  /** The client's name in the script's arguments. */
  client: string;
  /** The command that runs the script, without its arguments. */
  script: string;
  timeout: number;
  hooks: readonly WantedHook[];
}

/** Hooks in the form that Claude Code made and others took over: under `hooks`, by event, in groups with a matcher. */
export function nestedHooks(wanted: NestedHooks): Pick<JsonFile, 'entries' | 'placesIn'> {
  const isOurs = (command: Json | undefined) =>
    typeof command === 'string' && command.includes(`${hookScriptPath} ${wanted.client}`);
  return {
    entries: wanted.hooks.map((hook) => hookEntry(wanted, hook)),
    placesIn: (document) => hookPlacesIn(document, isOurs),
  };
}

function hookEntry({ client, script, timeout }: NestedHooks, wanted: WantedHook): Entry {
  const { event, matcher, word = event } = wanted;
  const command = `${script} ${client} ${word}`;
  const hook = { type: 'command', command, timeout: wanted.timeout ?? timeout };
  const group: Json = matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] };
  return {
    id: identity(event, matcher, command),
    path: ['hooks', event, '-'],
    value: group,
  };
}

/** A hook is the one that init wants if these agree; its timeout may be the user's. */
function identity(event: string, matcher: Json | undefined, command: Json | undefined): string {
  return JSON.stringify([event, matcher ?? null, command ?? null]);
}

type IsOurs = (command: Json | undefined) => boolean;

function hookPlacesIn(document: Json, isOurs: IsOurs): EntryLocation[] {
  const events = isObject(document) ? document['hooks'] : undefined;
  if (!isObject(events)) return [];
  return Object.entries(events).flatMap(([event, groups]) =>
    Array.isArray(groups)
      ? groups.flatMap((group, index) => placesInGroup(group, ['hooks', event, index], isOurs))
      : [],
  );
}

/** A group of coord's hooks only is coord's as a whole; in a mixed one only coord's hooks are. */
function placesInGroup(
  group: Json,
  path: readonly [string, string, number],
  isOurs: IsOurs,
): EntryLocation[] {
  if (!isObject(group) || !Array.isArray(group['hooks'])) return [];
  const found = group['hooks'].flatMap((hook, position) =>
    isObject(hook) && isOurs(hook['command'])
      ? [
          {
            id: identity(path[1], group['matcher'], hook['command']),
            path: [...path, 'hooks', position],
          },
        ]
      : [],
  );
  const [only] = found;
  return only !== undefined && group['hooks'].length === 1 ? [{ id: only.id, path }] : found;
}
