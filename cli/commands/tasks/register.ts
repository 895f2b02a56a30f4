import type { Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import {
  addConnection,
  addPages,
  several,
  statusOption,
  workspaceOption,
} from '../../command-line/options.ts';
import type { AddOptions, ListOptions, One } from './tasks.ts';

const statuses = ['todo', 'in_progress', 'blocked', 'done', 'cancelled'];

/** `coord tasks`: work that is handed from one agent to another, or to whoever is free. */
export function registerTasks(program: Command, define: Define): void {
  const parent = program.command('tasks').description('work that is handed over in a workstream');
  const module = () => import('./tasks.ts');
  const list = define<ListOptions>(parent, 'list', {
    summary: 'the tasks, newest first',
    example: 'coord tasks list --workstream guest-checkout --status todo',
    load: async () => (await module()).listTasks,
    table: true,
  })
    .option('--workstream <slug>', 'only of this workstream')
    .addOption(statusOption(statuses));
  const show = define<One>(parent, 'show <id>', {
    summary: 'all that is known of one',
    example: 'coord tasks show tsk_4k0t7x',
    load: async () => (await module()).showTask,
  });
  const add = define<AddOptions>(parent, 'add <title>', {
    summary: 'hand work over',
    example: 'coord tasks add "Write the docs" --workstream guest-checkout --after tsk_4k0t7x',
    load: async () => (await module()).addTask,
  })
    .option(
      '--workstream <slug>',
      'the workstream that it belongs to (default: the only active one)',
    )
    .option('--to <session>', 'the session that shall do it (default: whoever claims it)')
    .option('--after <id>', 'a task to be done before; may be given several times', several, [])
    .option('--description <text>', 'what is to be done', '');
  const claim = define<One & { session?: string }>(parent, 'claim <id>', {
    summary: 'take one; of two that try, one gets it',
    example: 'coord tasks claim tsk_4k0t7x',
    load: async () => (await module()).claimTask,
  }).option('--session <id>', "for this agent's session, or its conversation (default: yourself)");
  const done = define<One>(parent, 'done <id>', {
    summary: 'it is done; what waited for it alone can be claimed',
    example: 'coord tasks done tsk_4k0t7x',
    load: async () => (await module()).finishTask,
  });
  const cancel = define<One>(parent, 'cancel <id>', {
    summary: 'it is not wanted any more',
    example: 'coord tasks cancel tsk_4k0t7x',
    load: async () => (await module()).cancelTask,
  });
  addPages(list);
  for (const command of [list, show, add, claim, done, cancel])
    addConnection(command).addOption(workspaceOption());
}
