import { gateCommandPath, type GateCommandState } from '../../../shared/gate/local.ts';
import { asExact } from '../../../shared/kernel/display.ts';
import { shownSetting } from '../../../shared/node/git/trusted-settings.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connectToDaemon, type ConnectOptions } from '../../connection/connect.ts';
import { askDaemon } from '../../connection/ask-daemon.ts';
import { gitTimeoutMs, recordedCode, recordedLines, shownCommand } from './gate-texts.ts';
import { inWorkspace, showAnswer } from '../../connection/in-workspace.ts';
import { wholeReceipt } from './whole-receipt.ts';
import { isConfirmed } from '../../terminal/is-confirmed.ts';
import type { Terminal } from '../../terminal/terminal.ts';

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
  output.show(record, () => recordedLines(record));
  return recordedCode(record);
}

export interface RetractOptions extends ConnectOptions {
  readonly receipt: string;
  readonly reason: string;
}

/** `coord gate retract` */
export function retractReceipt(context: Context, options: RetractOptions): Promise<Outcome> {
  const { reason } = options;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const receipt = await wholeReceipt({ client, workspaceId: id }, options.receipt);
      return isRefusal(receipt) ? receipt : client.call('retractReceipt', { id, receipt, reason });
    },
    text: ({ recorded, commit_sha: sha, workstream }) => {
      const what = recorded ? 'The recorded commit' : 'The receipt for';
      const hint = recorded ? ` Take it out of the branch with: git revert ${sha}` : '';
      return `${what} ${sha.slice(0, 12)} on ${workstream} is retracted.${hint}`;
    },
  });
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
  output.show(state, () => `coord gate run will run: ${shownCommand(state.command ?? [])}`);
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
    output.note(`The repository proposes to run: ${shownCommand(proposed)}`);
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
  return askDaemon<GateCommandState>(connection, { path: gateCommandPath, body: change });
}
