import { CommanderError, type Command } from 'commander';
import { refuse } from '../shared/kernel/refusal.ts';
import { version } from '../shared/version.ts';
import { definer, exitCodes, type Define } from './command-line/define.ts';
import { CoordCommand, optionDescription } from './command-line/usage-help.ts';
import { registerContracts } from './commands/contracts/register.ts';
import { registerConventions } from './commands/conventions/register.ts';
import { registerDaemon } from './commands/daemon/register.ts';
import { registerDecide } from './commands/decide/register.ts';
import { registerDecisions } from './commands/decisions/register.ts';
import { registerDemo } from './commands/demo/register.ts';
import { registerDoctor } from './commands/doctor/register.ts';
import { registerFeed } from './commands/feed/register.ts';
import { registerGate } from './commands/gate/register.ts';
import { registerHook } from './commands/hook/register.ts';
import { registerInit } from './commands/init/register.ts';
import { registerWhoami } from './commands/whoami/register.ts';
import { registerKey } from './commands/key/register.ts';
import { registerJoin } from './commands/join/register.ts';
import { registerLogin } from './commands/login/register.ts';
import { registerMcp } from './commands/mcp/register.ts';
import { registerMeeting } from './commands/meeting/register.ts';
import { registerNegotiate } from './commands/negotiate/register.ts';
import { registerOpen } from './commands/open/register.ts';
import { registerPackages } from './commands/packages/register.ts';
import { registerRadar } from './commands/radar/register.ts';
import { registerRelay } from './commands/relay/register.ts';
import { registerSearch } from './commands/search/register.ts';
import { registerStatus } from './commands/status/register.ts';
import { registerTasks } from './commands/tasks/register.ts';
import { registerWait } from './commands/wait/register.ts';
import { registerWatch } from './commands/watch/register.ts';
import { registerInvite } from './commands/invite/register.ts';
import { registerWorkspace } from './commands/workspace/register.ts';
import { registerWorkstream } from './commands/workstream/register.ts';
import { openOutput } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';

/** In the order of the help. */
const commands: readonly ((program: Command, define: Define) => void)[] = [
  registerDemo,
  registerDaemon,
  registerRelay,
  registerInit,
  registerHook,
  registerMcp,
  registerDoctor,
  registerStatus,
  registerOpen,
  registerFeed,
  registerDecide,
  registerSearch,
  registerDecisions,
  registerConventions,
  registerWorkstream,
  registerTasks,
  registerContracts,
  registerMeeting,
  registerPackages,
  registerNegotiate,
  registerWait,
  registerGate,
  registerWatch,
  registerRadar,
  registerLogin,
  registerJoin,
  registerWhoami,
  registerKey,
  registerWorkspace,
  registerInvite,
];

/** Runs the command that the arguments name, and gives the exit code. Each command is loaded when it is run. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done;
  const program = describeCommands(terminal, (result) => (code = result));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.done;
    if (args.includes('--json')) showWrongUsage(terminal, error);
    return exitCodes.usage;
  }
}

/** What a machine reads beside the words for a person; nothing where the help was shown instead. */
function showWrongUsage(terminal: Terminal, { code, message }: CommanderError): void {
  if (code === 'commander.help') return;
  const refusal = refuse('ValidationError', message.replace(/^error: /, ''));
  openOutput(terminal, { json: true }).show(refusal.toBody(), () => '');
}

/** The whole command line, for running it and for the reference; `finish` is told the exit code. */
export function describeCommands(terminal: Terminal, finish: (code: number) => void): Command {
  const output = openOutput(terminal, { json: false });
  const program = new CoordCommand('coord')
    .description('Keeps the coding agents of a team from overwriting each other')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => output.note(text),
      getOutHelpWidth: () => output.columns,
      getErrHelpWidth: () => output.columns,
      outputError: (text, write) => write(text.replace(/^error: /, 'coord: ')),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });

  const define = definer(terminal, finish);
  for (const register of commands) register(program, define);
  return program;
}
