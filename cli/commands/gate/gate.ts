import type { Output as Answer } from '../../../shared/api/operations.ts';
import {
  gateCommandPath,
  gateRunPath,
  type GateCommandState,
  type GateRunLine,
} from '../../../shared/gate/local.ts';
import { asData, asExact, asJson } from '../../../shared/kernel/display.ts';
import { shownSetting } from '../../../shared/node/git/trusted-settings.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connectToDaemon,
  workspaceOf,
  type ConnectOptions,
  type Connection,
} from '../../connection/connect.ts';
import { callDaemon, streamFromDaemon } from './daemon-gate.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { isConfirmed } from '../../terminal/is-confirmed.ts';
import type { Terminal } from '../../terminal/terminal.ts';

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
}

/** Recording pushes a branch, which takes its time. */
const gitTimeoutMs = 60_000;

/** `coord gate run`: the daemon runs the tests; 0 when the gate is open, 1 when they failed. */
export async function runGate(context: Context, options: RunOptions): Promise<Outcome> {
  const connection = await connectToDaemon(context.terminal);
  if (isRefusal(connection)) return connection;
  const stopping = new AbortController();
  void context.terminal.stopRequested().then(() => stopping.abort());
  const answer = await followRun(context, {
    lines: streamFromDaemon(connection, {
      path: gateRunPath,
      body: bodyOf(options),
      signal: stopping.signal,
    }),
  });
  if (isRefusal(answer)) return answer;
  if (answer.phase !== 'confirmed') return tellFailed(context, answer);
  const record = options.record === true ? await recordRun(connection, options, answer) : undefined;
  if (isRefusal(record)) return record;
  const report: RunReport = { answer, ...(record && { record }) };
  context.output.show(report, () => {
    const lines = [`The gate is open: ${answer.kind} receipt ${answer.receipt_id}`];
    if (record !== undefined) lines.push(recordedLine(record));
    else lines.push(`Record the commit with: coord gate record ${answer.commit_sha}`);
    return lines.join('\n');
  });
  return 0;
}

function bodyOf(options: RunOptions): object {
  const { command, commit, workstream, task, session, timeout } = options;
  return {
    ...(command.length > 0 && { command }),
    ...(commit !== undefined && { commit_sha: commit }),
    ...(workstream !== undefined && { workstream_slug: workstream }),
    ...(task !== undefined && { completes_task_id: task }),
    ...(session !== undefined && { session_id: session }),
    timeout_ms: Math.max(60_000, timeout),
  };
}

/** Shows what happens to whoever watches, and answers how it ended. */
async function followRun(
  { output }: Context,
  { lines }: { lines: AsyncIterable<GateRunLine | Refusal> },
): Promise<Answer<'confirmReady'> | Refusal> {
  for await (const line of lines) {
    if (isRefusal(line)) return line;
    if (line.type === 'result') return line.answer;
    if (line.type === 'refused') return refuse(nameOf(line.error), line.message);
    if (line.type === 'output') {
      if (output.live) output.write(line.text);
    } else if (!output.json) output.note(noteOn(line));
  }
  return refuse(
    'Unavailable',
    'The daemon stopped in the middle of the run. Start it with: coord daemon',
  );
}

function noteOn(line: Extract<GateRunLine, { type: 'started' | 'ended' }>): string {
  if (line.type === 'started') {
    const command = shown(line.command);
    const about = `Running ${command} on ${line.commit_sha.slice(0, 12)} (${line.workstream})`;
    return [about, ...line.notes.map((note) => `  ${note}`)].join('\n');
  }
  const seconds = (line.duration_ms / 1_000).toFixed(1);
  const end = line.overdue ? 'was stopped: its time was up' : `ended with ${line.exit_code}`;
  const kept = line.output_file === undefined ? '' : `\nThe end of its output: ${line.output_file}`;
  return `The command ${end} after ${seconds} s.${kept}`;
}

function tellFailed({ output }: Context, answer: Answer<'confirmReady'>): Outcome {
  output.show({ answer }, () =>
    [
      'The gate stays shut.',
      ...(answer.failures ?? []).map(({ test_file, test_name, error_message }) =>
        [
          '  ',
          asExact(test_file),
          test_name && ` ${asData(test_name)}`,
          error_message && `: ${asData(error_message)}`,
        ].join(''),
      ),
    ].join('\n'),
  );
  return 1;
}

async function recordRun(
  connection: Connection,
  { session }: RunOptions,
  { commit_sha: commitSha = '', receipt_id: receipt }: Answer<'confirmReady'>,
): Promise<Answer<'recordCommit'> | Refusal> {
  const workspace = await workspaceOf(connection, undefined);
  if (isRefusal(workspace)) return workspace;
  return connection.client.call(
    'recordCommit',
    { id: workspace.id, commit_sha: commitSha, receipt, session_id: session },
    { timeoutMs: gitTimeoutMs },
  );
}

export interface DiscoverOptions extends ConnectOptions {
  readonly commit?: string;
  readonly workstream?: string;
}

/** `coord gate discover`: one test file a line, the nearest first. */
export async function discoverTests(
  { terminal, output }: Context,
  options: DiscoverOptions,
): Promise<Outcome> {
  const { commit, workstream } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call(
      'confirmReady',
      { id, commit_sha: commit, workstream_slug: workstream },
      { timeoutMs: gitTimeoutMs },
    ),
  );
  if (isRefusal(answer)) return answer;
  if (answer.whole_suite === true && !output.json)
    output.note(`Run the whole suite: ${asData(answer.reason ?? '', 400)}. These first:`);
  output.show(answer, () => (answer.affected_tests ?? []).map((path) => asExact(path)).join('\n'));
  return 0;
}

export interface RecordOptions extends ConnectOptions {
  readonly commit: string;
  readonly receipt?: string;
  readonly workstream?: string;
  readonly session?: string;
}

/** `coord gate record` */
export async function recordCommit(
  { terminal, output }: Context,
  options: RecordOptions,
): Promise<Outcome> {
  const { commit, receipt, workstream, session } = options;
  const record = await inWorkspace(terminal, options, (client, id) =>
    client.call(
      'recordCommit',
      { id, commit_sha: commit, receipt, workstream_slug: workstream, session_id: session },
      { timeoutMs: gitTimeoutMs },
    ),
  );
  if (isRefusal(record)) return record;
  output.show(record, () => recordedLine(record));
  return 0;
}

function recordedLine({ commit_sha, workstream, git }: Answer<'recordCommit'>): string {
  return `Recorded ${commit_sha.slice(0, 12)} on ${workstream}. ${git ?? ''}`.trim();
}

export interface RetractOptions extends ConnectOptions {
  readonly receipt: string;
  readonly reason: string;
}

/** `coord gate retract` */
export async function retractReceipt(
  { terminal, output }: Context,
  options: RetractOptions,
): Promise<Outcome> {
  const { receipt, reason } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('retractReceipt', { id, receipt, reason }),
  );
  if (isRefusal(answer)) return answer;
  output.show(answer, () => {
    const what = answer.recorded ? 'The recorded commit' : 'The receipt for';
    const hint = answer.recorded
      ? ` Take it out of the branch with: git revert ${answer.commit_sha}`
      : '';
    return `${what} ${answer.commit_sha.slice(0, 12)} on ${answer.workstream} is retracted.${hint}`;
  });
  return 0;
}

export interface CommandOptions {
  readonly command: readonly string[];
}

/** `coord gate set`: on this machine only. */
export async function keepCommand(
  { terminal, output }: Context,
  { command }: CommandOptions,
): Promise<Outcome> {
  const state = await commandState(terminal, { command });
  if (isRefusal(state)) return state;
  output.show(state, () => `coord gate run will run: ${shown(state.command ?? [])}`);
  return 0;
}

export interface TrustOptions {
  readonly setting?: string;
  readonly yes?: boolean;
}

/** `coord gate trust`: nothing that a repository proposes is run before its person has seen it. */
export async function trustProposal(context: Context, options: TrustOptions): Promise<Outcome> {
  const before = await commandState(context.terminal);
  if (isRefusal(before)) return before;
  const { setting } = options;
  return setting === undefined
    ? trustCommand(context, options, before)
    : trustSetting(context, { ...options, setting }, before);
}

/** GIT-3: a setting of the repository's own, with exactly the value that it has now. */
async function trustSetting(
  { terminal, output }: Context,
  { yes, setting }: TrustOptions & { readonly setting: string },
  { withheld }: GateCommandState,
): Promise<Outcome> {
  const found = withheld.find(({ name }) => name.toLowerCase() === setting.toLowerCase());
  if (found === undefined) {
    const names = withheld.map(({ name }) => asExact(name)).join(', ');
    const others = names === '' ? 'There is none.' : `They are: ${names}.`;
    const text = `The repository has no setting ${asExact(setting)} that waits to be confirmed. ${others}`;
    return refuse('NotFound', text);
  }
  output.note(`The repository's own settings propose: ${shownSetting(found)}`);
  if (yes !== true && !(await isConfirmed(terminal, 'Use it from now on?')))
    return refuse('Conflict', notConfirmed);
  const state = await commandState(terminal, { trust_setting: found });
  if (isRefusal(state)) return state;
  output.show(state, () => 'Trusted, until it changes.');
  return 0;
}

const notConfirmed = 'Not trusted. Confirm it at a terminal, or with --yes.';

async function trustCommand(
  { terminal, output }: Context,
  { yes }: TrustOptions,
  before: GateCommandState,
): Promise<Outcome> {
  const { proposed, problem } = before;
  if (problem !== undefined) return refuse('Conflict', problem);
  if (proposed === null)
    return refuse('NotFound', 'The repository proposes no command in .coord/gate.json.');
  if (!before.trusted) {
    output.note(`The repository proposes to run: ${shown(proposed)}`);
    if (yes !== true && !(await isConfirmed(terminal, 'Run it from now on?')))
      return refuse('Conflict', notConfirmed);
  }
  const state = before.trusted ? before : await commandState(terminal, { trust: proposed });
  if (isRefusal(state)) return state;
  output.show(state, () => 'Trusted, until it changes.');
  return 0;
}

async function commandState(
  terminal: Terminal,
  change?: object,
): Promise<GateCommandState | Refusal> {
  const connection = await connectToDaemon(terminal);
  if (isRefusal(connection)) return connection;
  return callDaemon<GateCommandState>(connection, { path: gateCommandPath, body: change });
}

function shown(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : asJson(word))).join(' ');
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
