import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord radar`. */
export function registerRadar(program: Command, define: Define): void {
  define(program, 'radar', {
    summary: 'look now for what would not merge: branches, their bases, uncommitted work here',
    example: 'coord radar --json',
    load: async () => (await import('./radar.ts')).radar,
  });
}
