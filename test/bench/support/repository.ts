import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const sourceExtensions: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs']);

/** Makes a Git repository with these files (text by path), committed. */
export async function makeRepository(
  root: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await git('.', 'init', '--quiet', '--initial-branch=main', root);
  for (const [path, text] of Object.entries(files)) await writeText(join(root, path), text);
  await commitAll(root);
  return root;
}

export async function commitAll(root: string): Promise<void> {
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', 'Sources');
}

export async function git(directory: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  await promisify(execFile)('git', ['-C', directory, ...identity, ...args]);
}

export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/**
 * Copies TypeScript and JavaScript sources of installed packages into a folder, as many as asked for, and answers their
 * paths. Throws when the packages have fewer.
 */
export async function copySources(
  folder: string,
  { from, count }: { from: readonly string[]; count: number },
): Promise<string[]> {
  const found = (await Promise.all(from.map(sourcesOf))).flat().slice(0, count);
  if (found.length < count) throw new Error(`only ${found.length} sources in ${from.join(', ')}`);
  for (const path of found) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(packages, path), join(folder, path));
  }
  return found.map((path) => join(folder, path));
}

async function sourcesOf(name: string): Promise<string[]> {
  const entries = await readdir(join(packages, name), { recursive: true });
  const sources = entries.filter((entry) => sourceExtensions.has(extname(entry)));
  return sources.toSorted().map((entry) => join(name, entry));
}

/** A TypeScript file of `lines` lines, made of functions of ten lines; equal numbers give equal texts. */
export function sourceText(lines: number): string {
  return Array.from({ length: lines / 10 }, (_, index) => functionText(index)).join('');
}

function functionText(index: number): string {
  return `/** Sums what the entries of a kind weigh. */
export function weigh${index}(entries: readonly { kind: string; weight: number }[]): number {
  let sum = ${index};
  for (const { kind, weight } of entries) {
    if (kind === 'kind-${index}' && weight > 0) sum += weight;
    else if (weight < 0) throw new RangeError(\`\${kind} weighs \${weight}\`);
  }
  return Math.round(sum * 100) / 100;
}

`;
}
