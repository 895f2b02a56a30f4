import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord demo`. */
export function registerDemo(program: Command, define: Define): void {
  define(program, 'demo', {
    summary: 'see coord at work between two scripted agents, in a temporary folder',
    example: 'coord demo',
    load: async () => (await import('./demo.ts')).demo,
    json: false,
  });
}
