import { runCommand } from './run-command.ts';

export interface BoundedRun {
  /** A program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** What it may print at most. */
  readonly outputBytes: number;
  readonly input?: Buffer;
  /** Ends it, with all that it has started. */
  readonly signal: AbortSignal;
}

/** How much of what a command complains of is told. */
const complaintCharacters = 300;

/** What a command printed on stdout. Rejects when it fails, takes too long or prints too much; nothing of it is left running. */
export async function printedBy({ outputBytes, signal, ...run }: BoundedRun): Promise<Buffer> {
  const tooMuch = new AbortController();
  const printed: Buffer[] = [];
  let [bytes, complaint] = [0, ''];
  const outcome = await runCommand({
    ...run,
    signal: AbortSignal.any([signal, tooMuch.signal]),
    onOutput(chunk, from) {
      if (from === 'stderr') complaint = (complaint + chunk.toString()).slice(-complaintCharacters);
      else printed.push(chunk);
      bytes += from === 'stdout' ? chunk.length : 0;
      if (bytes > outputBytes) tooMuch.abort();
    },
  });
  const [program = ''] = run.command;
  if (bytes > outputBytes) throw new Error(`${program} printed more than ${outputBytes} bytes`);
  if (outcome.kind === 'not_started') throw new Error(`${program}: ${outcome.message}`);
  if (outcome.kind === 'cancelled') throw new Error(`${program} was ended: the relay stops`);
  if (outcome.isOverdue)
    throw new Error(`${program} was ended: it took more than ${run.timeoutMs / 1_000} s`);
  if (outcome.exitCode !== 0)
    throw new Error(`${program} ended with ${outcome.exitCode}: ${complaint.trim()}`);
  return Buffer.concat(printed);
}

/** The environment of a program that is none of ours: without the settings and the secrets of coord and its database. */
export function forOthers(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const names = Object.keys(environment).filter((name) => !/^(COORD_|PG)/.test(name));
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
