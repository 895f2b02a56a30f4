import type { Client } from './client.ts';
import type { EntryLocation } from '../settings-files/json-settings.ts';
import { isObject, type Json } from '../settings-files/json-text.ts';
import { serverName } from './mcp-servers.ts';
import { opencodePlugin } from './opencode-plugin.ts';

const path = ['mcp', serverName];
const id = JSON.stringify(path);
const command = ['coord', 'mcp'];

export const opencode: Client = {
  name: 'opencode',
  folder: '.opencode',
  binary: 'opencode',
  files: [
    { kind: 'text', path: '.opencode/plugins/coord.js', text: opencodePlugin, mode: 0o644 },
    {
      kind: 'json',
      path: 'opencode.json',
      servers: true,
      base: { $schema: 'https://opencode.ai/config.json' },
      entries: [{ id, path, value: { type: 'local', command } }],
      placesIn,
    },
  ],
};

/** What the user added to it (an environment, say) does not make it another's. */
function placesIn(document: Json): EntryLocation[] {
  const table = isObject(document) ? document['mcp'] : undefined;
  const server = isObject(table) ? table[serverName] : undefined;
  const isOurs = isObject(server) && JSON.stringify(server['command']) === JSON.stringify(command);
  return isOurs ? [{ id, path }] : [];
}
