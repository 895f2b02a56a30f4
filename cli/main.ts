#!/usr/bin/env node
import { homedir } from 'node:os';
import { openOutput } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';
import { describeUnexpected } from './terminal/unexpected.ts';

const terminal: Terminal = {
  environment: process.env,
  platform: process.platform,
  homeDirectory: homedir(),
  directory: process.cwd(),
  nodeVersion: process.version,
  command: [process.execPath, ...process.argv.slice(1, 2)],
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  stopRequested: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
  atExit(work) {
    process.once('exit', work);
    process.once('SIGHUP', hangUp);
    return () => process.off('exit', work).off('SIGHUP', hangUp);
  },
};

/** As a shell tells such an end. */
function hangUp(): void {
  process.exit(129);
}

// A reader that has seen enough, as in `coord feed | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`coord: The output cannot be written (${error.message}).\n`);
  process.exitCode = 1;
});
// DUR-4: a log that has no room must not end a server.
process.stderr.on('error', () => undefined);
// DUR-10
process.on('unhandledRejection', (error) => {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { note } = openOutput(terminal, { json: false });
  note(`coord: Something unexpected went wrong, and coord goes on. Please report it.\n${detail}`);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const { note } = openOutput(terminal, { json: false });
  note(`coord: ${describeUnexpected(error)}`);
  process.exitCode = 1;
}

/** An agent waits for its hooks, so they do not wait for what tells the other commands apart. */
async function run(args: readonly string[]): Promise<number> {
  if (!isHookCall(args)) {
    const { runCommandLine } = await import('./program.ts');
    return runCommandLine(args, terminal);
  }
  const { hook } = await import('./commands/hook/hook.ts');
  const [, client = '', event] = args;
  return hook({ terminal, output: openOutput(terminal, { json: false }) }, { client, event });
}

function isHookCall([command, ...given]: readonly string[]): boolean {
  const isPlain = given.every((word) => !word.startsWith('-'));
  return command === 'hook' && isPlain && (given.length === 1 || given.length === 2);
}
