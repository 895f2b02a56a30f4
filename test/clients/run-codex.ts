import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { startClient, type ClientRun, type Launch, type RunOptions } from './run-client.ts';

export interface CodexOptions extends RunOptions {
  /** The package's script, for Node. */
  binary: string;
  /** Whether the user has said that the project is to be trusted. Default: yes. */
  trusted?: boolean;
}

/** Runs one `codex exec` conversation to its end. */
export async function runCodex(options: CodexOptions): Promise<ClientRun> {
  const { finished } = await startClient(options, (home) => launch(options, home));
  return await finished;
}

async function launch(options: CodexOptions, home: string): Promise<Launch> {
  const folder = join(home, '.codex');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'config.toml'), configOf(options));
  const rights = ['--skip-git-repo-check', '-s', 'workspace-write'];
  const exec = ['exec', '--json', ...rights, '--dangerously-bypass-hook-trust'];
  return {
    program: process.execPath,
    args: [options.binary, ...exec, ...(options.args ?? []), options.prompt],
    cwd: options.folder,
    env: { PATH: options.path, HOME: home, CODEX_HOME: folder, MODEL_KEY: 'test', ...options.env },
  };
}

/** A model by a name that the client does not know gets no tool to write with. */
function configOf({ modelUrl, folder, trusted = true }: CodexOptions): string {
  const provider = { name: 'Scripted', base_url: `${modelUrl}/v1`, env_key: 'MODEL_KEY' };
  return stringify({
    model: 'gpt-5.5',
    model_provider: 'scripted',
    model_providers: { scripted: { ...provider, wire_api: 'responses' } },
    ...(trusted && { projects: { [folder]: { trust_level: 'trusted' } } }),
  });
}
