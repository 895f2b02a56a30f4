import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord open`. */
export function registerOpen(program: Command, define: Define): void {
  define<{ print?: boolean }>(program, 'open', {
    summary: "open the daemon's dashboard in a browser, signed in by a link for one use",
    example: 'coord open',
    load: async () => (await import('./open.ts')).open,
  }).option('--print', 'print the link instead; it is good for one minute');
}
