import { Command, Help, Option, type HelpContext } from 'commander';
import { cut } from '../terminal/table.ts';

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

  override error(...[message, options]: Parameters<Command['error']>): never {
    this.showHelpAfterError(`\n${usageHelp(this, message)}`);
    return super.error(withMeaning(message, this), options);
  }
}

/** What people type for a command of another name. */
const otherWords: Readonly<Record<string, string>> = {
  ask: 'search',
  events: 'feed',
  find: 'search',
  members: 'workspace members',
  query: 'search',
  setup: 'init',
  start: 'daemon',
};

/** CMD-1: what a word means is suggested instead of what it only looks like. */
function withMeaning(message: string, command: Command): string {
  const [, word = ''] = /^error: unknown command '([^']*)'/.exec(message) ?? [];
  if (command.parent !== null || !Object.hasOwn(otherWords, word)) return message;
  return `error: unknown command '${word}'\n(Did you mean coord ${otherWords[word]}?)`;
}

const mostLines = 9;

/**
 * CMD-1: how a command is typed, in few lines: its usage line, its own options, those first that it cannot do without and that
 * `message` names (or its subcommands, where they are few), an example, and which help says all.
 */
export function usageHelp(command: Command, message = ''): string {
  const help = command.createHelp();
  const { getErrHelpWidth = () => 80 } = command.configureOutput();
  const helpWidth = getErrHelpWidth();
  help.prepareContext({ error: true, helpWidth });
  const subcommands = help.visibleCommands(command);
  const isFamily = subcommands.length > 0 && !examples.has(command);
  const items = isFamily
    ? subcommands.map((one): Item => [help.subcommandTerm(one), help.subcommandDescription(one)])
    : optionsAbout(command, message).map((one): Item => [
        help.optionTerm(one),
        help.optionDescription(one),
      ]);
  // A list that is cut names some for no reason.
  const shown = isFamily && items.length > mostLines + 1 ? [] : items;
  return [
    `Usage: ${help.commandUsage(command)}`,
    ...listed(isFamily ? 'Commands:' : 'Options:', itemLines(shown, helpWidth)),
    ...listed('Example:', [`  ${exampleOf(command)}`]),
    `All: ${nameOf(command)} --help`,
  ].join('\n');
}

type Item = readonly [term: string, description: string];

/** One line for each. */
function itemLines(items: readonly Item[], width: number): string[] {
  const widest = Math.max(...items.map(([term]) => term.length));
  return items.map(([term, text]) => cut(`  ${term.padEnd(widest)}  ${text}`, width));
}

/** Those that many commands have. */
const common = ['json', 'wide', 'relay', 'keyFile', 'key', 'workspace'];

function optionsAbout(command: Command, message: string): Option[] {
  const isNamed = ({ long }: Option) =>
    long !== undefined && long !== null && new RegExp(`${long}(?![\\w-])`).test(message);
  const rankOf = (one: Option) => (isNamed(one) ? 0 : one.mandatory ? 1 : 2);
  return command.options
    .filter((one) => !one.hidden)
    .filter((one) => rankOf(one) < 2 || !common.includes(one.attributeName()))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, mostLines);
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/** What an option is for; an empty list or text as its default tells nobody anything. */
export function optionDescription(option: Option): string {
  const value = option.defaultValue as unknown;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  const shown = isEmpty
    ? (Object.assign(Object.create(Option.prototype), option, {
        defaultValue: undefined,
      }) as Option)
    : option;
  return new Help().optionDescription(shown);
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
