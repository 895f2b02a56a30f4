import { join } from 'node:path';
import {
  startClient,
  type ClientRun,
  type Launch,
  type RunningClient,
  type RunOptions,
} from './run-client.ts';

export interface ClaudeCodeOptions extends RunOptions {
  binary: string;
}

/** Runs one `claude -p` conversation to its end. */
export async function runClaudeCode(options: ClaudeCodeOptions): Promise<ClientRun> {
  const { finished } = await startClaudeCode(options);
  return await finished;
}

/** The same, for a test that ends the client itself or does something while it runs. */
export function startClaudeCode(options: ClaudeCodeOptions): Promise<RunningClient> {
  return startClient(options, (home) => launch(options, home));
}

function launch(options: ClaudeCodeOptions, home: string): Launch {
  const output = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
  const rights = ['--permission-mode', 'acceptEdits', '--setting-sources', 'project'];
  return {
    program: options.binary,
    args: ['-p', options.prompt, ...output, ...rights, ...(options.args ?? [])],
    cwd: options.folder,
    env: { ...environment(options, home), ...options.env },
  };
}

function environment(options: ClaudeCodeOptions, home: string): Record<string, string> {
  return {
    PATH: options.path,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: options.modelUrl,
    ANTHROPIC_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  };
}
