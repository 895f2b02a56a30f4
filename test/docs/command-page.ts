import { PassThrough } from 'node:stream';
import type { Argument, Command, Option } from 'commander';
import { describeCommands } from '../../cli/program.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { code, escaped, item, paragraph, sentence } from './markdown.ts';

/** The page of the command: every subcommand with its arguments, options and an example. */
export function commandPage(): string {
  const terminal = silentTerminal();
  const program = describeCommands(terminal, () => undefined);
  return [
    '# The command',
    preface,
    everywhere,
    ...program.commands.flatMap((command) => commandText(command, ['coord'], terminal)),
  ].join('\n\n');
}

const preface = paragraph(
  'Written by `npm run reference` from the command itself; do not edit it. `coord COMMAND --help` says the same. ' +
    'Environment variables are in [the settings](../shared/contract/REFERENCE.md#settings).',
);

const everywhere = [
  'Exit code 0: done. 1: refused or failed. 2: wrongly used.',
  '`--json` prints JSON for machines on stdout, and nothing else there; every command has it that does not speak a protocol of its own.',
  '`--port 0` picks a free port.',
]
  .map((text) => item(text))
  .join('\n');

function commandText(
  command: Command,
  parents: readonly string[],
  terminal: QuietTerminal,
): string[] {
  const names = [...parents, command.name()];
  const inner = command.commands.flatMap((one) => commandText(one, names, terminal));
  const isTop = parents.length === 1;
  if (
    command.commands.length > 0 &&
    command.registeredArguments.length === 0 &&
    !hasExample(command, terminal)
  ) {
    return [...(isTop ? [`## ${names.join(' ')}`, summaryOf(command)] : []), ...inner];
  }
  return [
    `${isTop ? '##' : '###'} ${names.join(' ')}`,
    paragraph(code([...names, ...command.registeredArguments.map(usageOf)].join(' '))),
    summaryOf(command),
    ...parametersOf(command),
    `Example: ${code(exampleOf(command, terminal))}`,
    ...inner,
  ];
}

function summaryOf(command: Command): string {
  const text = command.description().replace(/^./, (letter) => letter.toUpperCase());
  return paragraph(sentence(text));
}

function usageOf(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function parametersOf(command: Command): string[] {
  const rows = [
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .map((argument) => item(`${code(usageOf(argument))}: ${escaped(argument.description)}`)),
    ...command.options.filter(({ hidden }) => !hidden).map(optionText),
  ];
  return rows.length === 0 ? [] : [rows.join('\n')];
}

function optionText(option: Option): string {
  const { flags, description, argChoices, defaultValue, mandatory } = option;
  const words = [escaped(description)];
  if (argChoices !== undefined) words.push(`one of ${argChoices.map(code).join(', ')}`);
  const value = defaultValue as unknown;
  const isShown = (typeof value === 'string' && value !== '') || typeof value === 'number';
  if (isShown) words.push(`default ${code(option.defaultValueDescription ?? String(value))}`);
  if (mandatory) words.push('needed');
  return item(`${code(flags)}: ${words.join('; ')}`);
}

function hasExample(command: Command, terminal: QuietTerminal): boolean {
  return exampleOf(command, terminal) !== '';
}

/** The example stands behind the help, where commander does not tell it otherwise. */
function exampleOf(command: Command, terminal: QuietTerminal): string {
  terminal.printed.length = 0;
  command.outputHelp();
  return /Example:\n\s+(.*)/.exec(terminal.printed.join(''))?.[1]?.trim() ?? '';
}

interface QuietTerminal extends Terminal {
  readonly printed: string[];
}

function silentTerminal(): QuietTerminal {
  const printed: string[] = [];
  const output = new PassThrough();
  output.write = (text: unknown) => printed.push(String(text)) > 0;
  return {
    printed,
    environment: {},
    platform: 'linux',
    homeDirectory: '/',
    directory: '/',
    nodeVersion: '',
    command: ['coord'],
    input: new PassThrough(),
    output,
    errors: output,
    stopRequested: () => Promise.resolve(),
    atExit: () => () => undefined,
  };
}
