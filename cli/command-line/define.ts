import type { Command } from 'commander';
import type { Context, Outcome } from './context.ts';

type Run<Options> = (context: Context, options: Options) => Promise<Outcome>;

/** What `define` needs beside the command's name and arguments. */
export interface Definition<Options> {
  readonly summary: string;
  readonly example: string;
  /** Gives the command's function; its module is loaded here and not before. */
  readonly load: () => Promise<Run<Options>>;
  /** False for what speaks a protocol of its own on stdout. */
  readonly json?: false;
}

/** Adds a command; its positional arguments join its options under their own names. */
export type Define = <Options>(
  parent: Command,
  usage: string,
  definition: Definition<Options>,
) => Command;
