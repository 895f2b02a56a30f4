#!/usr/bin/env node
import { homedir } from 'node:os';
import { runCommandLine } from './program.ts';
import type { Terminal } from './terminal.ts';

const terminal: Terminal = {
  environment: process.env,
  platform: process.platform,
  homeDirectory: homedir(),
  directory: process.cwd(),
  nodeVersion: process.version,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  stopRequested: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
};

// A reader that has seen enough, as in `coord feed | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
} catch (error) {
  const detail = error instanceof Error ? error.message : String(error);
  process.stderr.write(`coord: Something unexpected went wrong (${detail}). Try: coord doctor\n`);
  process.exitCode = 1;
}
