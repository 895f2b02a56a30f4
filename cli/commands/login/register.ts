import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addKey } from '../../command-line/options.ts';

/** `coord login`: the key of a relay. */
export function registerLogin(program: Command, define: Define): void {
  const command = define(program, 'login', {
    summary: 'keep the API key of a relay, read from the terminal or from stdin',
    example: 'coord login --relay https://coord.example.com',
    load: async () => (await import('./login.ts')).login,
  }).requiredOption('--relay <url>', "the relay's address");
  addKey(command);
}
