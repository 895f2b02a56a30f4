import { Command, CommanderError, Option } from 'commander';
import type { Role } from '../shared/contract/fields.ts';
import { isRefusal, type Refusal } from '../shared/kernel/refusal.ts';
import { version } from '../shared/version.ts';
import type { Outcome } from './command-line/context.ts';
import type { ConnectOptions } from './connection/connect.ts';
import { describeCooperation } from './cooperation-program.ts';
import type { Define, Definition } from './command-line/define.ts';
import { describeKnowledge } from './knowledge-program.ts';
import {
  addConnection,
  portOption,
  several,
  wholeNumber,
  workspaceOption,
} from './command-line/options.ts';
import { openOutput } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';

/** How a command ended: done; refused or failed; wrongly used. */
const exit = { done: 0, failed: 1, usage: 2 } as const;

/** Runs the command that the arguments name, and gives the exit code. Each command is loaded when it is run. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exit.done;
  const program = describeCommands(terminal, (result) => (code = result));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exit.done : exit.usage;
  }
}

/** The whole command line, for running it and for the reference; `finish` is told the exit code. */
export function describeCommands(terminal: Terminal, finish: (code: number) => void): Command {
  const program = new Command('coord')
    .description('Keeps the coding agents of a team from overwriting each other')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError('See: coord --help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.errors.write(text),
      getOutHelpWidth: () => terminal.output.columns ?? 80,
      getErrHelpWidth: () => terminal.errors.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });

  /** Adds a command; its positional arguments join its options under their own names. */
  function define<Options>(
    parent: Command,
    usage: string,
    definition: Definition<Options>,
  ): Command {
    const command = parent.command(usage).description(definition.summary);
    if (definition.json !== false) command.option('--json', 'print JSON, for machines');
    return command.addHelpText('after', `\nExample:\n  ${definition.example}`).action(async () => {
      const names = command.registeredArguments.map((argument) => argument.name());
      const positional = names.map((name, at) => [name, command.processedArgs[at] as unknown]);
      const given = { ...command.opts(), ...Object.fromEntries(positional) } as Options & {
        json?: boolean;
      };
      const output = openOutput(terminal, { json: given.json === true });
      const run = await definition.load();
      finish(conclude(await run({ terminal, output }, given), terminal, output.json));
    });
  }

  describeDemo(program, define);
  describeServers(program, define);
  describeClients(program, define);
  describeWork(program, define);
  describeKnowledge(program, define);
  describeCooperation(program, define);
  describeAccess(program, define);
  return program;
}

function describeServers(program: Command, define: Define): void {
  define(program, 'daemon', {
    summary: "the repository's daemon; without a relay or a login, with an embedded relay",
    example: 'coord daemon --relay https://coord.example.com --workspace shop',
    load: async () => (await import('./commands/daemon/daemon.ts')).daemon,
  })
    .option('--repo <dir>', 'a folder in the repository (default: here)')
    .addOption(portOption('where it listens; 0 picks a free port (default: 4177)'))
    .option('--relay <url>', "the team's relay")
    .option('--key <key>', 'your API key; better kept by coord login or in COORD_KEY')
    .option('--workspace <slug>', 'the workspace that the repository belongs to')
    .option('--verbose', 'say on stderr what it does');

  const relay = define(program, 'relay', {
    summary: "the team's relay",
    example: 'coord relay --host 0.0.0.0 --data /var/lib/coord',
    load: async () => (await import('./commands/relay/relay.ts')).relay,
  })
    .option('--host <address>', 'the address that it listens on', '127.0.0.1')
    .addOption(portOption('where it listens; 0 picks a free port').default(4180))
    .addOption(dataOption())
    .addOption(databaseOption());

  const user = relay.command('user').description("the relay's users");
  define(user, 'add', {
    summary: 'make a user and a key on the store itself; prints the key this once',
    example: 'coord relay user add --email ada@example.com --name Ada --data /var/lib/coord',
    load: async () => (await import('./commands/relay/relay.ts')).addRelayUser,
  })
    .requiredOption('--email <address>', "the user's e-mail address")
    .requiredOption('--name <name>', 'the name that others see')
    .addOption(dataOption())
    .addOption(databaseOption());
}

function describeDemo(program: Command, define: Define): void {
  define(program, 'demo', {
    summary: 'see coord at work between two scripted agents, in a temporary folder',
    example: 'coord demo',
    load: async () => (await import('./commands/demo/demo.ts')).demo,
    json: false,
  });
}

function describeClients(program: Command, define: Define): void {
  define(program, 'init', {
    summary: 'write the hooks and MCP entries for the agent clients found, or named',
    example: 'coord init --client claude-code',
    load: async () => (await import('./commands/init/init.ts')).setUp,
  })
    .option('--client <name>', 'a client to set up; may be given several times', several, [])
    .option('--undo', 'take them out again')
    .option('--dry-run', 'only show what would change');

  define(program, 'hook <client> [event]', {
    summary: "what a client's hooks call: its JSON on stdin, its answer on stdout",
    example: 'coord hook claude-code PreToolUse < event.json',
    load: async () => (await import('./commands/hook/hook.ts')).hook,
    json: false,
  });

  define(program, 'mcp', {
    summary: 'the MCP server over stdio that agent clients start',
    example: 'claude mcp add coord -- coord mcp',
    load: async () => (await import('./commands/mcp/mcp.ts')).mcp,
    json: false,
  });

  define(program, 'doctor', {
    summary: 'check everything that coord needs, and say how to mend it',
    example: 'coord doctor',
    load: async () => (await import('./commands/doctor/doctor.ts')).doctor,
  });
}

function describeWork(program: Command, define: Define): void {
  const status = define(program, 'status', {
    summary: 'who works on what, what is held, by whom, and for how long',
    example: 'coord status --watch',
    load: async () => (await import('./commands/status/status.ts')).status,
  }).option('--watch', 'show it again whenever it changes');
  addConnection(status).addOption(workspaceOption());

  const feed = define(program, 'feed', {
    summary: 'what happens in the workspace, as it happens',
    example: 'coord feed --since 120 --no-follow',
    load: async () => (await import('./commands/feed/feed.ts')).feed,
  })
    .option('--since <seq>', 'begin after this event (default: the newest 20)', wholeNumber)
    .option('--follow', 'go on with what happens from now on', true)
    .option('--no-follow', 'end with what has happened until now')
    .option('--all', 'also what only prolongs a hold or a session');
  addConnection(feed).addOption(workspaceOption());
}

function describeAccess(program: Command, define: Define): void {
  define(program, 'login', {
    summary: 'keep the API key of a relay, read from the terminal or from stdin',
    example: 'coord login --relay https://coord.example.com',
    load: async () => (await import('./commands/login/login.ts')).login,
  })
    .requiredOption('--relay <url>', "the relay's address")
    .option('--key <key>', 'the key, where it may be seen in the list of processes');

  const key = program.command('key').description('your API keys');
  const create = define<ConnectOptions & { name: string }>(key, 'create', {
    summary: 'make another key; prints it this once',
    example: 'coord key create --name laptop',
    load: async () => (await import('./commands/key/key.ts')).createKey,
  }).option('--name <name>', 'what you will know it by', 'key');
  const list = define(key, 'list', {
    summary: 'your keys, without their secrets',
    example: 'coord key list',
    load: async () => (await import('./commands/key/key.ts')).listKeys,
  });
  const revoke = define<ConnectOptions & { id: string }>(key, 'revoke <id>', {
    summary: 'end a key; what uses it ends within seconds',
    example: 'coord key revoke key_4k0t7x',
    load: async () => (await import('./commands/key/key.ts')).revokeKey,
  });
  for (const command of [create, list, revoke]) addConnection(command);
  describeWorkspaces(program, define);
}

function describeWorkspaces(program: Command, define: Define): void {
  const workspace = program.command('workspace').description('the workspaces and their members');
  const module = () => import('./commands/workspace/workspace.ts');
  const list = define(workspace, 'list', {
    summary: 'the workspaces that you are in',
    example: 'coord workspace list',
    load: async () => (await module()).listWorkspaces,
  });
  const create = define<ConnectOptions & { name: string; slug?: string }>(
    workspace,
    'create <name>',
    {
      summary: 'make a workspace; you own it',
      example: 'coord workspace create "The shop" --slug shop',
      load: async () => (await module()).createWorkspace,
    },
  ).option('--slug <slug>', 'its short name (default: from the name)');
  const use = define<ConnectOptions & { slug: string }>(workspace, 'use <slug>', {
    summary: 'the workspace that this repository belongs to from the next start of its daemon',
    example: 'coord workspace use shop',
    load: async () => (await module()).useWorkspace,
  });
  const members = define(workspace, 'members', {
    summary: 'who is in the workspace',
    example: 'coord workspace members',
    load: async () => (await module()).listMembers,
  });
  const add = define<ConnectOptions & { user: string; role: Role }>(
    workspace,
    'add-member <user>',
    {
      summary: 'add a user, or give a member another role',
      example: 'coord workspace add-member usr_4k0t7x --role admin',
      load: async () => (await module()).addMember,
    },
  ).addOption(
    new Option('--role <role>', 'what they may do')
      .choices(['owner', 'admin', 'member'])
      .default('member'),
  );
  const remove = define<ConnectOptions & { user: string }>(workspace, 'remove-member <user>', {
    summary: 'remove a member, with their sessions and holds',
    example: 'coord workspace remove-member usr_4k0t7x',
    load: async () => (await module()).removeMember,
  });
  for (const command of [list, create, use]) addConnection(command);
  for (const command of [members, add, remove]) addConnection(command).addOption(workspaceOption());
}

function dataOption(): Option {
  return new Option(
    '--data <dir>',
    "the folder of the relay's SQLite file (default: in COORD_HOME)",
  );
}

function databaseOption(): Option {
  return new Option('--database <url>', 'a PostgreSQL database instead: postgres://...');
}

/** Tells a refusal to the user, and to a machine too, and gives the exit code. */
function conclude(outcome: Outcome, terminal: Terminal, json: boolean): number {
  if (!isRefusal(outcome)) return outcome;
  terminal.errors.write(`coord: ${outcome.message}\n`);
  if (json) terminal.output.write(`${JSON.stringify(outcome.toBody())}\n`);
  return exitCodeOf(outcome);
}

function exitCodeOf({ error }: Refusal): number {
  return error === 'ValidationError' ? exit.usage : exit.failed;
}
