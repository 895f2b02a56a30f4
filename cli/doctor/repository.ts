import { firstFew } from '../../shared/kernel/first-few.ts';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, skipped, warning, type Finding } from '../../shared/clients/common/finding.ts';
import { asExact } from '../../shared/kernel/display.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Which folder clients are started in, and what of the repository coord does not see. */
export async function checkRepository(
  { directory }: Terminal,
  { root }: WorkTree,
): Promise<Finding[]> {
  return [await checkFolder(directory, root), ...checkSubmodules(root)];
}

/** Claude Code and Gemini CLI take hooks from the folder that they are started in. */
async function checkFolder(directory: string, root: string): Promise<Finding> {
  if ((await realpath(directory)) === root) return ok('repository', root);
  return warning(
    'repository',
    `${root}; Claude Code and Gemini CLI started in a folder below it run without the hooks`,
    `Start them in ${root}`,
  );
}

/** A submodule is a repository of its own: the daemon of the one around it knows none of its files. */
function checkSubmodules(root: string): Finding[] {
  const text = tryReadText(join(root, '.gitmodules')) ?? '';
  const paths = [...text.matchAll(/^\s*path\s*=\s*(.+)$/gm)].map(([, path = '']) => path.trim());
  if (paths.length === 0) return [];
  const shown = firstFew(paths, maxShown, asExact);
  return [skipped('submodules', `edits inside them are not coordinated: ${shown}`)];
}

const maxShown = 5;
