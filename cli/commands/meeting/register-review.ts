import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, workspaceOption } from '../../command-line/options.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import type { ConfirmOptions, EditOptions } from './review.ts';

type One = ConnectOptions & { meeting: string };

/** `coord meeting confirm` and what else a person says of what was found in a meeting. */
export function registerReview(parent: Command, define: Define): void {
  const module = () => import('./review.ts');
  const confirm = define<ConfirmOptions>(parent, 'confirm <meeting> [result...]', {
    summary: 'confirm results of a meeting; a suggestion counts from then on',
    example: 'coord meeting confirm mtg_4k0t7x dec_9p2m4q act_7h3r5v',
    load: async () => (await module()).confirmResults,
  }).option('--all', 'every result that waits; suggestions are confirmed one by one');
  const drop = define<One & { result: string[] }>(parent, 'drop <meeting> <result...>', {
    summary: 'drop results of a meeting: they count no more',
    example: 'coord meeting drop mtg_4k0t7x dec_9p2m4q',
    load: async () => (await module()).dropResults,
  });
  const edit = define<EditOptions>(parent, 'edit <meeting> <result>', {
    summary: 'change the words of a result; the sentence that it came from stays',
    example: 'coord meeting edit mtg_4k0t7x act_7h3r5v --deadline 2026-12-04 --priority high',
    load: async () => (await module()).editResult,
  })
    .option('--title <title>', 'of a decision')
    .option('--rationale <text>', 'of a decision: why')
    .option('--action <text>', 'of an action item: what to do')
    .option(
      '--assignee <person>',
      'of an action item: a name, or the id of a member; none removes it',
    )
    .option('--deadline <day>', 'of an action item: YYYY-MM-DD; none removes it')
    .addOption(
      new Option('--priority <priority>', 'of an action item').choices(['high', 'medium', 'low']),
    );
  const assign = define<One & { result: string; person: string }>(
    parent,
    'assign <meeting> <result> <person>',
    {
      summary: 'say who does an action item: a name, or the id of a member',
      example: 'coord meeting assign mtg_4k0t7x act_7h3r5v Bob',
      load: async () => (await module()).assignResult,
    },
  );
  const review = define<One>(parent, 'review <meeting>', {
    summary: 'walk through what waits in a meeting, one key for each',
    example: 'coord meeting review mtg_4k0t7x',
    load: async () => (await import('./walk.ts')).walkThrough,
    table: true,
  });
  for (const command of [confirm, drop, edit, assign, review])
    addConnection(command).addOption(workspaceOption());
}
