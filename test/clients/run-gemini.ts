import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startClient, type ClientRun, type Launch, type RunOptions } from './run-client.ts';

export interface GeminiOptions extends RunOptions {
  /** The package's script, for Node. */
  binary: string;
}

/** Runs one `gemini -p` conversation to its end. */
export async function runGemini(options: GeminiOptions): Promise<ClientRun> {
  const { finished } = await startClient(options, (home) => launch(options, home));
  return await finished;
}

async function launch(options: GeminiOptions, home: string): Promise<Launch> {
  await mkdir(join(home, '.gemini'), { recursive: true });
  await writeFile(join(home, '.gemini/settings.json'), JSON.stringify(settings));
  const output = ['-m', 'gemini-2.5-pro', '--output-format', 'stream-json'];
  return {
    program: process.execPath,
    args: [options.binary, '-p', options.prompt, ...output, '--yolo', ...(options.args ?? [])],
    cwd: options.folder,
    env: {
      PATH: options.path,
      HOME: home,
      GEMINI_API_KEY: 'test',
      GOOGLE_GEMINI_BASE_URL: options.modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      ...options.env,
    },
  };
}

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};
