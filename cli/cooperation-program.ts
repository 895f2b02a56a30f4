import type { Command } from 'commander';
import type { Define } from './command-line/define.ts';
import { describeGate } from './commands/gate/register.ts';
import { describeMeetings, describePackages } from './commands/meeting/register.ts';
import { describeNegotiations } from './commands/negotiate/register.ts';
import { describeContracts, describeTasks } from './commands/tasks/register.ts';
import { describeWatch } from './commands/watch/register.ts';
import { describeWorkstreams } from './commands/workstream/register.ts';

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
    load: async () => (await import('./commands/radar/radar.ts')).radar,
  });
}
