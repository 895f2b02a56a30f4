import type { Command } from 'commander';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { openOutput, type Output } from '../terminal/output.ts';
import { givenKey, type KeyOptions } from '../terminal/given-key.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Context, Outcome } from './context.ts';
import { diskRefusal } from './disk-refusal.ts';
import { messageFor } from './refusal-message.ts';
import { setExample, usageHelp } from './usage-help.ts';

/** How a command ended: done; refused or failed; wrongly used. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

type Run<Options> = (context: Context, options: Options) => Promise<Outcome>;

/** What `define` needs beside the command's name and arguments. */
export interface Definition<Options> {
  readonly summary: string;
  readonly example: string;
  /** Gives the command's function; its module is loaded here and not before. */
  readonly load: () => Promise<Run<Options>>;
  /** False for what speaks a protocol of its own on stdout. */
  readonly json?: false;
  /** CMD-5: True for what prints a table, which takes `--wide`. */
  readonly table?: true;
}

/** Adds a command; its positional arguments join its options under their own names. */
export type Define = <Options>(
  parent: Command,
  usage: string,
  definition: Definition<Options>,
) => Command;

/** Makes the `define` of one run of the command line; `finish` is told the exit code. */
export function definer(terminal: Terminal, finish: (code: number) => void): Define {
  return function define<Options>(
    parent: Command,
    usage: string,
    definition: Definition<Options>,
  ): Command {
    const command = parent.command(usage).description(definition.summary);
    if (definition.json !== false) command.option('--json', 'print JSON, for machines');
    if (definition.table === true) command.option('--wide', 'whole ids and texts in long lines');
    setExample(command, definition.example);
    return command.action(async () => {
      const names = command.registeredArguments.map((argument) => argument.name());
      const positional = names.map((name, at) => [name, command.processedArgs[at] as unknown]);
      const given = { ...command.opts(), ...Object.fromEntries(positional) } as Options & {
        json?: boolean;
        wide?: boolean;
      } & KeyOptions;
      const output = openOutput(terminal, {
        json: given.json === true,
        wide: given.wide === true,
      });
      const key = await givenKey(terminal, given, output);
      const run = await definition.load();
      const outcome = isRefusal(key)
        ? key
        : await run({ terminal, output }, { ...given, ...(key !== undefined && { key }) }).catch(
            (error: unknown) => {
              const refusal = diskRefusal(error, terminal);
              if (refusal === undefined) throw error;
              return refusal;
            },
          );
      finish(conclude(outcome, { output, command }));
    });
  };
}

interface Concluding {
  readonly output: Output;
  readonly command: Command;
}

/** Tells a refusal to the user, and to a machine too, and gives the exit code. */
function conclude(outcome: Outcome, { output, command }: Concluding): number {
  if (!isRefusal(outcome)) return outcome;
  const message = messageFor(outcome, command);
  output.note(`coord: ${message}`);
  // CMD-1
  if (outcome.error === 'ValidationError') output.note(`\n${usageHelp(command, message)}`);
  if (output.json) output.show(outcome.toBody(), () => '');
  return exitCodeOf(outcome);
}

function exitCodeOf({ error }: Refusal): number {
  return error === 'ValidationError' ? exitCodes.usage : exitCodes.failed;
}
