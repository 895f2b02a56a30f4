import type { Output as Answer } from '../../../shared/api/operations.ts';
import { gateRunPath, type GateRunLine } from '../../../shared/gate/local.ts';
import { printedCounts } from '../../../shared/gate/printed-counts.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connectToDaemon,
  wholeIdsAt,
  workspaceOf,
  type Connection,
} from '../../connection/connect.ts';
import { withWholeCommit } from '../../connection/whole-commit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { streamFromDaemon } from './daemon-gate.ts';
import { OutputTail } from './output-tail.ts';
import {
  gitTimeoutMs,
  recordedCode,
  recordedLines,
  remarksOn,
  shownCommand,
} from './gate-texts.ts';

export interface RunOptions {
  readonly command: readonly string[];
  readonly commit?: string;
  readonly workstream?: string;
  readonly task?: string;
  readonly session?: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly record?: boolean;
}

/** What `coord gate run --json` prints. */
interface RunReport {
  readonly answer: Answer<'confirmReady'>;
  readonly record?: Answer<'recordCommit'>;
  /** Why `coord gate record` would refuse the commit now. */
  readonly against_record?: string;
}

/** `coord gate run`: the daemon runs the tests; 0 when the gate is open, 1 when they failed. */
export async function runGate(context: Context, given: RunOptions): Promise<Outcome> {
  const connection = await connectToDaemon(context.terminal);
  if (isRefusal(connection)) return connection;
  const options = await withWholeNames(context.terminal, connection, given);
  if (isRefusal(options)) return options;
  const stopping = new AbortController();
  void context.terminal.stopRequested().then(() => stopping.abort());
  const tail = new OutputTail();
  const end = await followRun(context, {
    tail,
    lines: streamFromDaemon(connection, {
      path: gateRunPath,
      body: bodyOf(options),
      signal: stopping.signal,
    }),
  });
  if (isRefusal(end)) return end;
  const { answer } = end;
  if (answer.phase !== 'confirmed') return tellShut(context, answer, tail);
  const record = options.record === true ? await recordRun(connection, end) : undefined;
  if (isRefusal(record)) return record;
  const report: RunReport = { answer, ...(record && { record }), ...against(end) };
  context.output.show(report, () =>
    [...openedLines(end, record), ...attestedBy(answer, tail)].join('\n'),
  );
  return recordedCode(record);
}

/** GAT-15: what the person reads of tests that passed: no gate is open for a commit that would be refused. */
function openedLines(end: RunEnd, record: RunReport['record']): string[] {
  const { answer, workstream, against_record: against } = end;
  const state = answer.verified === true ? ', verified commit' : '';
  const receipt = `${answer.kind} receipt ${answer.receipt_id}${state}`;
  if (record !== undefined) return [`The gate is open: ${receipt}`, recordedLines(record)];
  const command = `coord gate record ${answer.commit_sha} --workstream ${workstream}`;
  if (against === undefined)
    return [
      `The gate is open: ${receipt}`,
      ...remarksOn(answer),
      `Record the commit with: ${command}`,
    ];
  const refused = [asData(against, 1_000), `When nothing stands against it any more: ${command}`];
  return [`The tests passed: ${receipt}`, ...remarksOn(answer), ...refused];
}

function against({ against_record }: RunEnd): Pick<RunReport, 'against_record'> {
  return against_record === undefined ? {} : { against_record };
}

/** Of a runner without counts that are read. A command that says `ok`, or the name of its script, says nothing of tests. */
const runnerWords = /\bpass(ed|es|ing)?\b|\b[1-9]\d* (tests?|specs?)\b|^ok\s+\S+\s+[\d.(]/i;

/** GAT-12: what an attested receipt says where the command printed nothing of tests. */
function attestedBy({ kind }: Answer<'confirmReady'>, tail: OutputTail): string[] {
  const lines = tail.lines();
  const counts = printedCounts(lines.join('\n'));
  const isSeen =
    counts === undefined ? lines.some((line) => runnerWords.test(line)) : counts.passed > 0;
  if (kind !== 'attested' || isSeen) return [];
  return [
    'The command ended with 0, and that is all that the receipt says: no test was recognised in what it printed.',
  ];
}

/** CMD-4 */
async function withWholeNames(
  terminal: Terminal,
  connection: Connection,
  options: RunOptions,
): Promise<RunOptions | Refusal> {
  const { task: completes_task_id, session: session_id, commit: commit_sha } = options;
  const named = await withWholeCommit(terminal, { completes_task_id, session_id, commit_sha });
  const meant = await wholeIdsAt(connection, undefined)(named);
  if (isRefusal(meant)) return meant;
  const { completes_task_id: task, session_id: session, commit_sha: commit } = meant;
  return {
    ...options,
    ...(task !== undefined && { task }),
    ...(session !== undefined && { session }),
    ...(commit !== undefined && { commit }),
  };
}

function bodyOf(options: RunOptions): object {
  const { command, commit, workstream, task, session, timeout, record: records = false } = options;
  return {
    records,
    ...(command.length > 0 && { command }),
    ...(commit !== undefined && { commit_sha: commit }),
    ...(workstream !== undefined && { workstream_slug: workstream }),
    ...(task !== undefined && { completes_task_id: task }),
    ...(session !== undefined && { session_id: session }),
    timeout_ms: timeout,
  };
}

type RunEnd = Extract<GateRunLine, { type: 'result' }>;

/** Shows what happens to whoever watches, and answers how it ended. */
async function followRun(
  { output }: Context,
  { lines, tail }: { lines: AsyncIterable<GateRunLine | Refusal>; tail: OutputTail },
): Promise<RunEnd | Refusal> {
  for await (const line of lines) {
    if (isRefusal(line)) return line;
    if (line.type === 'result') return line;
    if (line.type === 'refused') return refuse(nameOf(line.error), line.message);
    if (line.type === 'output') {
      tail.take(line.text);
      if (output.live) output.write(line.text);
    } else if (!output.json) {
      // The line that the tests began must not run into this one.
      if (output.live && tail.isInLine) output.write('\n');
      output.note(noteOn(line));
    }
  }
  return refuse(
    'Unavailable',
    'The daemon stopped in the middle of the run. Start it with: coord daemon',
  );
}

function noteOn(line: Extract<GateRunLine, { type: 'started' | 'ended' }>): string {
  if (line.type === 'started') {
    const command = shownCommand(line.command);
    const about = `Running ${command} on ${line.commit_sha.slice(0, 12)} (${line.workstream})`;
    return [about, ...line.notes.map((note) => `  ${note}`)].join('\n');
  }
  const seconds = (line.duration_ms / 1_000).toFixed(1);
  const kept = line.output_file === undefined ? '' : `\nThe end of its output: ${line.output_file}`;
  const end = line.overdue
    ? `was stopped after ${seconds} s, with what it had started: its time (--timeout) was up.`
    : `ended with ${line.exit_code} after ${seconds} s.`;
  return `The command ${end}${kept}`;
}

function tellShut({ output }: Context, answer: Answer<'confirmReady'>, tail: OutputTail): Outcome {
  output.show({ answer, output_tail: tail.lines() }, () =>
    [
      ...shownTail(tail.lines()),
      'The gate stays shut.',
      ...(answer.failures ?? []).map(failureLine),
      ...(answer.reason === undefined ? [] : [asData(answer.reason, 1_000)]),
    ].join('\n'),
  );
  return 1;
}

/** GAT-12: who reads it in a pipe sees why, and who watched it need not scroll. */
function shownTail(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const what = lines.length === 1 ? 'The last line' : `The last ${lines.length} lines`;
  return [`${what} of what the tests printed:`, ...lines.map((line) => `  ${line}`)];
}

function failureLine({
  test_file: file,
  test_name: name,
  error_message: message,
}: NonNullable<Answer<'confirmReady'>['failures']>[number]): string {
  const [test, why] = [name && ` ${asData(name)}`, message && `: ${asData(message)}`];
  return ['  ', asExact(file), test, why].join('');
}

async function recordRun(
  connection: Connection,
  { answer, session_id, workstream }: RunEnd,
): Promise<Answer<'recordCommit'> | Refusal> {
  const { commit_sha: commitSha = '', receipt_id: receipt } = answer;
  const workspace = await workspaceOf(connection, undefined);
  if (isRefusal(workspace)) return workspace;
  return connection.client.call(
    'recordCommit',
    { id: workspace.id, commit_sha: commitSha, receipt, session_id, workstream_slug: workstream },
    { timeoutMs: gitTimeoutMs },
  );
}

/** The daemon names its refusals as the interface does. */
function nameOf(error: string): Refusal['error'] {
  return refusalNames.find((name) => name === error) ?? 'Conflict';
}

const refusalNames = [
  'ValidationError',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'Conflict',
  'Unavailable',
] as const;
