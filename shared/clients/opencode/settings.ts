import type { PlannedFile } from '../common/planned-files.ts';
import type { EntryLocation } from '../common/settings-entries.ts';
import { isObject, type Json } from '../common/settings-entries.ts';
import { serverName } from '../common/mcp-servers.ts';

const path = ['mcp', serverName];
const id = JSON.stringify(path);
const command = ['coord', 'mcp'];

export const opencodeFiles: readonly PlannedFile[] = [
  { kind: 'text', path: '.opencode/plugins/coord.js', source: 'opencode/plugin.js', mode: 0o644 },
  {
    kind: 'json',
    path: 'opencode.json',
    servers: true,
    base: { $schema: 'https://opencode.ai/config.json' },
    entries: [{ id, path, value: { type: 'local', command } }],
    placesIn,
  },
];

/** What the user added to it (an environment, say) does not make it another's. */
function placesIn(document: Json): EntryLocation[] {
  const table = isObject(document) ? document['mcp'] : undefined;
  const server = isObject(table) ? table[serverName] : undefined;
  const isOurs = isObject(server) && JSON.stringify(server['command']) === JSON.stringify(command);
  return isOurs ? [{ id, path }] : [];
}
