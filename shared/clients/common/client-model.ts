import { parseJson } from '../../kernel/json.ts';

/** The headless mode of an agent client, which answers questions as a language model does (MTG-16). */
export interface ClientModel {
  /** Its arguments: no tools, no MCP servers, no hooks and settings of the user; the question comes by standard input. */
  args(of: ModelRun): readonly string[];
  /** Files for its run, by name, beside the empty folder that it works in. */
  readonly files?: Readonly<Record<string, string>>;
  environment?(of: ModelRun): Readonly<Record<string, string>>;
  /** The answer in what it printed; undefined where there is none. */
  answerIn(printed: string): string | undefined;
  /** Why there is none, in what it printed to one of its outputs, where its form says that. */
  errorIn?(printed: string): string | undefined;
  /** How to sign in, as the end of a sentence. */
  readonly signIn: string;
  /** A command that says without a question whether somebody is signed in; and how that reads. */
  readonly status?: { readonly args: readonly string[]; isSignedIn(printed: string): boolean };
}

/** One run of a client. */
export interface ModelRun {
  /** Where its `files` lie. */
  readonly folder: string;
  /** The name of a model; the client's own choice without it. */
  readonly model: string | undefined;
}

/** The lines of JSON in what a client printed. */
export function linesIn(printed: string): Record<string, unknown>[] {
  return printed.split('\n').flatMap((line) => {
    const found = line.startsWith('{') ? parseJson(line) : undefined;
    return found === undefined ? [] : [found as Record<string, unknown>];
  });
}

/** The text at this place of what was read of JSON. */
export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = names.reduce<unknown>(
    (from, name) => (from as Record<string, unknown> | null | undefined)?.[name],
    value,
  );
  return typeof found === 'string' ? found : undefined;
}
