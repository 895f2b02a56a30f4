import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';

/** `coord doctor`. */
export function registerDoctor(program: Command, define: Define): void {
  define(program, 'doctor', {
    summary: 'check everything that coord needs, and say how to fix it',
    example: 'coord doctor',
    load: async () => (await import('./doctor.ts')).doctor,
  });
}
