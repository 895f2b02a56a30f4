import type { CallFacts, FileEdit } from './adapter.ts';
import { pathFrom } from './calls.ts';

const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The files that a patch names. What it does inside of them is not read: before the write each one counts as a whole. */
export function patchedFiles(call: Pick<CallFacts, 'cwd'>, patch: string): FileEdit[] {
  const paths = Array.from(patch.matchAll(header), ([, path = '']) => path.trim());
  return [...new Set(paths)].map((path) => ({ path: pathFrom(call, path) }));
}
