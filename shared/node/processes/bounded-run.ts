import { redactText } from '../../redaction/redact.ts';
import { runCommand, type RunOutcome } from './run-command.ts';

export interface BoundedRun {
  /** A program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** What it may print on stdout at most. */
  readonly outputBytes: number;
  readonly input?: Buffer;
  /** Ends it, with all that it has started. */
  readonly signal: AbortSignal;
}

export type BoundedOutcome =
  | {
      readonly kind: 'ended';
      /** As in `RunOutcome`. */
      readonly exitCode: number;
      readonly isOverdue: boolean;
      readonly stdout: Buffer;
      /** The end of it. */
      readonly stderr: string;
    }
  | { readonly kind: 'too_much' }
  | Exclude<RunOutcome, { kind: 'ended' }>;

/** How much of the end of stderr is kept: programs show their progress there, without end. */
const complaintBytes = 65_536;
/** How much of what a command complains of is told. */
const complaintCharacters = 300;

/** Runs a program that is none of ours, of which we want what it prints. Nothing of it is left running when it is over. */
export async function runBounded(given: BoundedRun): Promise<BoundedOutcome> {
  const { outputBytes, signal, ...run } = given;
  const tooMuch = new AbortController();
  const printed: Buffer[] = [];
  let bytes = 0;
  let complaint = Buffer.alloc(0);
  const outcome = await runCommand({
    ...run,
    signal: AbortSignal.any([signal, tooMuch.signal]),
    onOutput(chunk, from) {
      if (from === 'stderr') {
        complaint = Buffer.concat([complaint, chunk]).subarray(-complaintBytes);
        return;
      }
      bytes += chunk.length;
      if (bytes > outputBytes) tooMuch.abort();
      else printed.push(chunk);
    },
  });
  if (bytes > outputBytes) return { kind: 'too_much' };
  if (outcome.kind !== 'ended') return outcome;
  const { exitCode, isOverdue } = outcome;
  const stdout = Buffer.concat(printed);
  return { kind: 'ended', exitCode, isOverdue, stdout, stderr: complaint.toString() };
}

/** What a command printed on stdout. Rejects, with why in English, when it fails, takes too long or prints too much. */
export async function printedBy(run: BoundedRun): Promise<Buffer> {
  const outcome = await runBounded(run);
  const why = whyNot(outcome, run);
  if (outcome.kind === 'ended' && why === undefined) return outcome.stdout;
  throw new Error(`${run.command[0]} ${why}`);
}

function whyNot(outcome: BoundedOutcome, run: BoundedRun): string | undefined {
  if (outcome.kind === 'too_much') return `printed more than ${run.outputBytes} bytes`;
  if (outcome.kind === 'not_started') return `could not be started: ${outcome.message}`;
  if (outcome.kind === 'cancelled') return 'was ended: coord stops';
  if (outcome.isOverdue) return `was ended: it took more than ${run.timeoutMs / 1_000} s`;
  // RED-1: before it is cut, for half a secret is not found.
  const complaint = redactText(outcome.stderr).text.slice(-complaintCharacters).trim();
  return outcome.exitCode === 0 ? undefined : `ended with ${outcome.exitCode}: ${complaint}`;
}

/** The environment of a program that is none of ours: without the settings and the secrets of coord and its database. */
export function forOthers(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const names = Object.keys(environment).filter((name) => !/^(COORD_|PG)/.test(name));
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
