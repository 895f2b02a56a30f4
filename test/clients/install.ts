import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The versions that the adapters were seen with. */
const versions = { 'claude-code': '2.1.332', codex: '0.171.0', gemini: '0.61.0' } as const;

export interface Host {
  platform: string;
  arch: string;
  /** True where the C library is musl (Alpine). */
  musl: boolean;
}

/**
 * The path of a client's program, installed from npm on first use into a folder under `parent` (by default the
 * system's temporary folder), never into the project. Throws with a plain message where that cannot be done.
 */
export async function installClient(
  client: keyof typeof versions,
  { host, parent = tmpdir() }: { host: Host; parent?: string | undefined },
): Promise<string> {
  const folder = join(parent, `coord-clients-${client}-${versions[client]}`);
  const [name, program] = packageOf(client, host);
  const binary = join(folder, 'node_modules', name, program);
  if (existsSync(binary)) return binary;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await npmInstall(`${name}@${versions[client]}`, folder);
  if (!existsSync(binary)) throw new Error(`${name} was installed, but has no file ${binary}.`);
  return binary;
}

/** The package, and the program in it: a native one, or a script for Node. */
function packageOf(client: keyof typeof versions, host: Host): [name: string, program: string] {
  switch (client) {
    case 'claude-code':
      return [platformPackage(host), binaryName(host)];
    case 'codex':
      return ['@openai/codex', 'bin/codex.js'];
    case 'gemini':
      return ['@google/gemini-cli', 'bundle/gemini.js'];
  }
}

/** The machine that this process runs on. */
export function thisHost(from: NodeJS.Process): Host {
  const report = from.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const musl = from.platform === 'linux' && report.header?.glibcVersionRuntime === undefined;
  return { platform: from.platform, arch: from.arch, musl };
}

/** Of Claude Code the platform's package alone is enough: the main one only picks one of them. */
function platformPackage({ platform, arch, musl }: Host): string {
  const known = ['darwin', 'linux', 'win32'].includes(platform) && ['arm64', 'x64'].includes(arch);
  if (!known) throw new Error(`Claude Code has no package for ${platform} on ${arch}.`);
  return `@anthropic-ai/claude-code-${platform}-${arch}${musl ? '-musl' : ''}`;
}

function binaryName({ platform }: Host): string {
  return platform === 'win32' ? 'claude.exe' : 'claude';
}

async function npmInstall(specifier: string, folder: string): Promise<void> {
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  try {
    await promisify(execFile)('npm', ['install', ...flags, specifier], { timeout: 300_000 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${specifier} could not be installed from npm: ${reason}`, { cause: error });
  }
}
