import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const claudeCodeVersion = '2.1.329';

export interface Host {
  platform: string;
  arch: string;
  /** True where the C library is musl (Alpine). */
  musl: boolean;
}

/**
 * The path of Claude Code's native binary, installed from npm on first use into `folder` (by default one under the
 * system's temporary folder), never into the project. Throws with a plain message where that cannot be done.
 */
export async function installClaudeCode(host: Host, folder = defaultFolder()): Promise<string> {
  const name = platformPackage(host);
  const binary = join(folder, 'node_modules', name, binaryName(host));
  if (existsSync(binary)) return binary;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await npmInstall(`${name}@${claudeCodeVersion}`, folder);
  if (!existsSync(binary)) throw new Error(`${name} was installed, but has no file ${binary}.`);
  return binary;
}

/** The machine that this process runs on. */
export function thisHost(from: NodeJS.Process): Host {
  const report = from.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const musl = from.platform === 'linux' && report.header?.glibcVersionRuntime === undefined;
  return { platform: from.platform, arch: from.arch, musl };
}

function defaultFolder(): string {
  return join(tmpdir(), `coord-clients-claude-code-${claudeCodeVersion}`);
}

function platformPackage({ platform, arch, musl }: Host): string {
  const known = ['darwin', 'linux', 'win32'].includes(platform) && ['arm64', 'x64'].includes(arch);
  if (!known) throw new Error(`Claude Code has no package for ${platform} on ${arch}.`);
  return `@anthropic-ai/claude-code-${platform}-${arch}${musl ? '-musl' : ''}`;
}

function binaryName({ platform }: Host): string {
  return platform === 'win32' ? 'claude.exe' : 'claude';
}

/** The platform's package alone is enough: the main package only picks one of them. */
async function npmInstall(specifier: string, folder: string): Promise<void> {
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  try {
    await promisify(execFile)('npm', ['install', ...flags, specifier], { timeout: 300_000 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${specifier} could not be installed from npm: ${reason}`, { cause: error });
  }
}
