import { firstFew } from '../kernel/first-few.ts';
import { inCode } from '../kernel/display.ts';

/** The tools have several names for files, so agents mix them up. */
const namesOfFiles: ReadonlySet<string> = new Set(
  'file,files,path,paths,file_path,file_paths,affected_files,touched_files'.split(','),
);
/** What agents give any tool, also one that needs none of them. */
const givenToAll: ReadonlySet<string> = new Set(
  'id,session_id,workspace_id,workspace_slug,agent_type'.split(','),
);
const mostNamed = 5;

/** What a tool takes: `shown` is what agents are told of; `all` also has what else its operation reads. */
export interface ArgumentNames {
  readonly shown: readonly string[];
  readonly all: ReadonlySet<string>;
}

export interface NamedArguments {
  readonly input: Record<string, unknown>;
  /** MCP-11: what the agent must know of the names that it gave; undefined where all are the tool's. */
  readonly note: string | undefined;
}

/** MCP-11: the arguments under the tool's own names. Another tool's name for files counts as this one's where it has one only. */
export function withOwnNames(args: object, { shown, all }: ArgumentNames): NamedArguments {
  const input: Record<string, unknown> = {};
  const ignored: string[] = [];
  const forFiles = shown.filter((name) => namesOfFiles.has(name));
  const [own] = forFiles.length === 1 ? forFiles : [];
  for (const [name, value] of Object.entries(args)) {
    if (all.has(name)) input[name] = value;
    else if (own !== undefined && namesOfFiles.has(name) && !(own in args)) input[own] = value;
    else if (!givenToAll.has(name)) ignored.push(name);
  }
  return { input, note: ignored.length === 0 ? undefined : noteOn(ignored, shown) };
}

function noteOn(ignored: readonly string[], shown: readonly string[]): string {
  const names = firstFew(ignored, mostNamed, (name) => inCode(name));
  return `coord: not taken, as this tool has no such argument: ${names}. It takes ${shown.join(', ')}.`;
}
