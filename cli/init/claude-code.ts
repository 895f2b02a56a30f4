import type { Client } from './client.ts';
import { hookScriptPath } from './hook-script.ts';
import type { Entry, Place } from './json-settings.ts';
import { isObject, type Json } from './json-text.ts';
import { projectServers, serverName } from './mcp-servers.ts';

const writeTools = 'Edit|Write|MultiEdit|NotebookEdit';

/** Longer than the script's own limit, so that the client never cuts off an answer that is still coming. */
const timeoutSeconds = 5;

/**
 * Shell calls are reported too, because what they write passes no Edit or Write hook, and calls of coord's own tools,
 * because only the hook says which agent makes them. Before the call they go by words of their own: neither is a write that
 * a missing daemon may deny.
 */
const hooks: readonly { event: string; matcher?: string; word?: string }[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: writeTools },
  { event: 'PreToolUse', matcher: 'Bash', word: 'PreToolUse-Bash' },
  { event: 'PreToolUse', matcher: `mcp__${serverName}__.*`, word: 'PreToolUse-mcp' },
  { event: 'PostToolUse', matcher: `${writeTools}|Bash` },
  { event: 'PostToolUseFailure', matcher: `${writeTools}|Bash` },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  { event: 'SessionEnd' },
];

export const claudeCode: Client = {
  name: 'claude-code',
  folder: '.claude',
  binary: 'claude',
  files: [
    {
      kind: 'json',
      path: '.claude/settings.json',
      entries: hooks.map(hookEntry),
      placesIn: hookPlacesIn,
    },
    projectServers,
  ],
};

function hookEntry({ event, matcher, word = event }: (typeof hooks)[number]): Entry {
  const command = `"$CLAUDE_PROJECT_DIR"/${hookScriptPath} claude-code ${word}`;
  const hook = { type: 'command', command, timeout: timeoutSeconds };
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

function hookPlacesIn(document: Json): Place[] {
  const events = isObject(document) ? document['hooks'] : undefined;
  if (!isObject(events)) return [];
  return Object.entries(events).flatMap(([event, groups]) =>
    Array.isArray(groups)
      ? groups.flatMap((group, index) => placesInGroup(group, event, index))
      : [],
  );
}

/** A group of coord's hooks only is coord's as a whole; in a mixed one only coord's hooks are. */
function placesInGroup(group: Json, event: string, index: number): Place[] {
  if (!isObject(group) || !Array.isArray(group['hooks'])) return [];
  const path = ['hooks', event, index];
  const found = group['hooks'].flatMap((hook, position) =>
    isObject(hook) && isOurs(hook['command'])
      ? [
          {
            id: identity(event, group['matcher'], hook['command']),
            path: [...path, 'hooks', position],
          },
        ]
      : [],
  );
  const [only] = found;
  return only !== undefined && group['hooks'].length === 1 ? [{ id: only.id, path }] : found;
}

function isOurs(command: Json | undefined): boolean {
  return typeof command === 'string' && command.includes(`/${hookScriptPath} claude-code`);
}
