import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import type { RadarOptions } from './radar.ts';

/** `coord radar`. */
export function registerRadar(program: Command, define: Define): void {
  define<RadarOptions>(program, 'radar', {
    summary: 'look now for what would not merge: branches, their bases, uncommitted work here',
    example: 'coord radar --json',
    load: async () => (await import('./radar.ts')).radar,
  }).option('--verbose', 'also how much was compared, and what that took');
}
