import type { Command } from 'commander';
import type { Define } from './define.ts';
import { describeGate } from './gate-program.ts';
import { describeMeetings, describePackages } from './meeting-program.ts';
import { describeNegotiations } from './negotiation-program.ts';
import { describeContracts, describeTasks } from './task-program.ts';
import { describeWatch } from './watch-program.ts';
import { describeWorkstreams } from './workstream-program.ts';

/** The commands by which people and agents work together; each part describes its own. */
export function describeCooperation(program: Command, define: Define): void {
  describeWorkstreams(program, define);
  describeTasks(program, define);
  describeContracts(program, define);
  describeMeetings(program, define);
  describePackages(program, define);
  describeNegotiations(program, define);
  describeGate(program, define);
  describeWatch(program, define);
  define(program, 'radar', {
    summary: 'look now for what would not merge: workstreams, their bases, uncommitted work here',
    example: 'coord radar --json',
    load: async () => (await import('./commands/radar.ts')).radar,
  });
}
