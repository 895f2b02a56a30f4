import type { JsonFile } from './planned-files.ts';
import type { Entry, EntryLocation } from './settings-entries.ts';
import { isObject, type Json } from './settings-entries.ts';

/** Clients make the names of tools of it. */
export const serverName = 'coord';
/** How every client starts it. */
export const server = { command: 'coord', args: ['mcp'] };

/** The MCP entry that starts `coord mcp`, for the many clients that keep a table of servers at `table`; with the client's own settings. */
export function mcpEntry(table: readonly string[], settings: Record<string, Json> = {}): Entry {
  return { id: identity(table), path: [...table, serverName], value: { ...server, ...settings } };
}

/** The same entry in a parsed file. What the user added to it (an environment, say) does not make it another's. */
export function mcpPlacesIn(document: Json, table: readonly string[]): EntryLocation[] {
  const path = [...table, serverName];
  const found = path.reduce<Json | undefined>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    document,
  );
  if (!isObject(found) || found['command'] !== server.command) return [];
  return JSON.stringify(found['args']) === JSON.stringify(server.args)
    ? [{ id: identity(table), path }]
    : [];
}

/** The servers of a repository, which Claude Code and Copilot CLI read from the same file. */
export const projectServers: JsonFile = {
  kind: 'json',
  path: '.mcp.json',
  servers: true,
  // Otherwise Claude Code's agents see the names of the tools only, until they search for them.
  entries: [mcpEntry(['mcpServers'], { alwaysLoad: true })],
  placesIn: (document) => mcpPlacesIn(document, ['mcpServers']),
};

function identity(table: readonly string[]): string {
  return JSON.stringify([...table, serverName]);
}
