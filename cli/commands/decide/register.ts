import { Option, type Command } from 'commander';
import type { Define } from '../../command-line/define.ts';
import { addConnection, several, workspaceOption } from '../../command-line/options.ts';
import { decisionTypes } from '../decisions/decision-types.ts';
import type { DecideOptions } from './decide.ts';

/** `coord decide`: records a decision. */
export function registerDecide(program: Command, define: Define): void {
  const decide = define<DecideOptions>(program, 'decide <title>', {
    summary:
      'record a decision; your agents and the team are told when code that it is about changes',
    example: 'coord decide "Sessions live in Redis" --type architecture --file src/session.ts',
    load: async () => (await import('./decide.ts')).decide,
  })
    .option('--rationale <text>', 'why; name the symbols that it is about', '')
    .addOption(
      new Option('--type <type>', 'what kind of decision')
        .choices(decisionTypes)
        .default('approach'),
    )
    .option('--file <path>', 'a file that it is about; may be given several times', several, [])
    .option('--force', 'also when a file of it is neither in the work tree nor in Git')
    .option('--supersedes <id>', 'the decision that this one replaces');
  addConnection(decide).addOption(workspaceOption());
}
