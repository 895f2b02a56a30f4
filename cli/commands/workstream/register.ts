import type { Command } from 'commander';
import type { StartOptions } from './start.ts';
import type { CompleteOptions, EndOptions, ListOptions } from './workstream.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  sessionOption,
  statusOption,
  workspaceOption,
} from '../../command-line/options.ts';

type One = ConnectOptions & { readonly slug: string };

/** `coord workstream`: units of work with a branch of their own. */
export function registerWorkstream(program: Command, define: Define): void {
  const parent = program
    .command('workstream')
    .description('units of work, each with a branch of its own');
  const module = () => import('./workstream.ts');
  const start = define<StartOptions>(parent, 'start <title>', {
    summary: 'start one, join it, and make its branch; nothing is checked out',
    example: 'coord workstream start "Guest checkout" --base main',
    load: async () => (await import('./start.ts')).startWorkstream,
  })
    .option('--slug <slug>', 'its short name (default: from the title)')
    .option('--description <text>', 'what it is for', '')
    .option('--base <branch>', "where its branch begins (default: the remote's main branch)")
    .option('--private', 'only for those who are added to it')
    .addOption(sessionOption());
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the workstreams, newest first',
    example: 'coord workstream list --status active',
    load: async () => (await module()).listWorkstreams,
    table: true,
  }).addOption(statusOption(['active', 'completed', 'abandoned']));
  const show = define<One>(parent, 'show <slug>', {
    summary: 'who works in it and what they have reserved',
    example: 'coord workstream show guest-checkout',
    load: async () => (await module()).showWorkstream,
  });
  const join = define<One & { session?: string; user?: string }>(parent, 'join <slug>', {
    summary: 'work in it from now on',
    example: 'coord workstream join guest-checkout',
    load: async () => (await module()).joinWorkstream,
  })
    .addOption(sessionOption())
    .option('--user <id>', 'add this member of the workspace instead of yourself');
  const leave = define<One & { session?: string }>(parent, 'leave <slug>', {
    summary: 'leave it; the others go on',
    example: 'coord workstream leave guest-checkout',
    load: async () => (await module()).leaveWorkstream,
  }).addOption(sessionOption());
  const end = define<EndOptions>(parent, 'end <slug>', {
    summary: 'abandon it; its branch stays',
    example: 'coord workstream end guest-checkout --reason "not wanted any more"',
    load: async () => (await module()).endWorkstream,
  }).option('--reason <text>', 'why', '');
  const complete = define<CompleteOptions>(parent, 'complete <slug>', {
    summary: 'first the plan for its pull request; with --pr it is completed',
    example: 'coord workstream complete guest-checkout --pr https://example.com/shop/pull/7',
    load: async () => (await module()).completeWorkstream,
  }).option('--pr <url>', 'the address of the pull request');
  for (const command of [start, list, show, join, leave, end, complete])
    addConnection(command).addOption(workspaceOption());
}
