import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection } from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';

/** `coord key`: the API keys of the caller. */
export function registerKey(program: Command, define: Define): void {
  const key = program.command('key').description('your API keys');
  const create = define<ConnectOptions & { name: string }>(key, 'create', {
    summary: 'make another key; prints it this once',
    example: 'coord key create --name laptop',
    load: async () => (await import('./key.ts')).createKey,
  }).option('--name <name>', 'what you will know it by', 'key');
  const list = define(key, 'list', {
    summary: 'your keys, without their secrets',
    example: 'coord key list',
    load: async () => (await import('./key.ts')).listKeys,
    table: true,
  });
  const revoke = define<ConnectOptions & { id: string; yes?: boolean }>(key, 'revoke <id>', {
    summary: 'end a key; what uses it ends within seconds',
    example: 'coord key revoke key_4k0t7x',
    load: async () => (await import('./key.ts')).revokeKey,
  }).option('--yes', 'without being asked, also your last key or one in use here');
  for (const command of [create, list, revoke]) addConnection(command);
}
