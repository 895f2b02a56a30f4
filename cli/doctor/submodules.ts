import { join } from 'node:path';
import { asExact } from '../../shared/kernel/display.ts';
import { skipped, type Finding } from '../../shared/clients/common/finding.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';

/** A submodule is a repository of its own: the daemon of the one around it knows none of its files. */
export function checkSubmodules(root: string): Finding[] {
  const text = tryReadText(join(root, '.gitmodules')) ?? '';
  const paths = [...text.matchAll(/^\s*path\s*=\s*(.+)$/gm)].map(([, path = '']) => path.trim());
  if (paths.length === 0) return [];
  const shown = paths.slice(0, maxShown).map((path) => asExact(path));
  const more = paths.length > maxShown ? ` and ${paths.length - maxShown} more` : '';
  return [
    skipped('submodules', `edits inside them are not coordinated: ${shown.join(', ')}${more}`),
  ];
}

const maxShown = 5;
