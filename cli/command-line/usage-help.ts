import { Command, type HelpContext } from 'commander';

const examples = new WeakMap<Command, string>();

/** Keeps what its help shows as the example of a command. */
export function setExample(command: Command, example: string): void {
  examples.set(command, example);
  command.addHelpText('after', `\nExample:\n  ${example}`);
}

/** CMD-1: a command whose usage errors end with its own short help; its subcommands are of the same kind. */
export class CoordCommand extends Command {
  override createCommand(name?: string): Command {
    return new CoordCommand(name);
  }

  /** What a family of commands shows when none of them is named. */
  override help(context?: unknown): never {
    if (!examples.has(this)) this.addHelpText('after', `\nExample:\n  ${exampleOf(this)}`);
    return super.help(context as HelpContext);
  }

  override error(...given: Parameters<Command['error']>): never {
    this.showHelpAfterError(`\n${usageHelp(this)}`);
    return super.error(...given);
  }
}

/** How a command is typed: its usage line, its options (or its subcommands), and an example. */
export function usageHelp(command: Command): string {
  const help = command.createHelp();
  const { getErrHelpWidth = () => 80 } = command.configureOutput();
  help.prepareContext({ error: true, helpWidth: getErrHelpWidth() });
  const width = help.padWidth(command, help);
  const options = help
    .visibleOptions(command)
    .map((one) => help.formatItem(help.optionTerm(one), width, help.optionDescription(one), help));
  const subcommands = help
    .visibleCommands(command)
    .map((one) =>
      help.formatItem(help.subcommandTerm(one), width, help.subcommandDescription(one), help),
    );
  return [
    `Usage: ${help.commandUsage(command)}`,
    ...listed('Options:', subcommands.length > 0 && !examples.has(command) ? [] : options),
    ...listed('Commands:', subcommands),
    ...listed('Example:', [`  ${exampleOf(command)}`]),
  ].join('\n');
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** A family of commands has the example of its first. */
function exampleOf(command: Command): string {
  const own = examples.get(command);
  if (own !== undefined) return own;
  const [first] = command.commands;
  return first === undefined ? '' : exampleOf(first);
}
