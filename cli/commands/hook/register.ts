import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord hook`. The way that clients call it does not pass here: see `cli/main.ts`. */
export function registerHook(program: Command, define: Define): void {
  define(program, 'hook <client> [event]', {
    summary: "what a client's hooks call: its JSON on stdin, its answer on stdout",
    example: 'coord hook claude-code PreToolUse < event.json',
    load: async () => (await import('./hook.ts')).hook,
    json: false,
  });
}
