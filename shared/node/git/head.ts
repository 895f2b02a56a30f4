import { join } from 'node:path';
import { tryReadText } from '../disk/files.ts';
import type { WorkTree } from './repository.ts';

/** Bytes: a line for each of very many branches and tags. */
const packedRefsBytes = 256 * 1_048_576;

const commitId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * The id of the commit that is checked out; undefined before the first commit, and where git keeps its references in a form
 * that is not read here (reftable). Reads git's files itself, because starting git takes longer than the rest of a hook.
 */
export function headCommitOf({
  gitDir,
  commonDir,
}: Pick<WorkTree, 'gitDir' | 'commonDir'>): string | undefined {
  const head = tryReadText(join(gitDir, 'HEAD'))?.trim() ?? '';
  if (commitId.test(head)) return head;
  const reference = /^ref: (refs\/.+)$/.exec(head)?.[1];
  return reference === undefined ? undefined : referencedCommit(commonDir, reference);
}

function referencedCommit(commonDir: string, reference: string): string | undefined {
  const loose = tryReadText(join(commonDir, ...reference.split('/')))?.trim();
  if (loose !== undefined && commitId.test(loose)) return loose;
  const packed = packedRefsIn(commonDir);
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${reference}`));
  return line?.slice(0, line.indexOf(' '));
}

/** The text of `packed-refs`; empty where there is none. */
export function packedRefsIn(commonDir: string): string {
  return tryReadText(join(commonDir, 'packed-refs'), packedRefsBytes) ?? '';
}
