import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The folders of the packages whose code is in a bundle, relative to the repository, sorted. */
export function bundledPackages({ outputs }: Pick<Metafile, 'outputs'>): string[] {
  const folders = Object.values(outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

/** Names, versions and licences of packages, with the text that each licence wants to be kept with the code. */
export async function notices(root: string, folders: readonly string[]): Promise<string> {
  const each = await Promise.all(folders.map((folder) => noticeOf(join(root, folder))));
  return `coord contains code of these packages.\n\n${[...new Set(each)].join('\n')}`;
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license', string>;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `--- ${name} ${version} (${license})\n\n${text.trim()}\n`;
}
