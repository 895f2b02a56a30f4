import type { CallFacts, FileEdit } from '../hook-call.ts';
import { filesOfPatch } from './apply-patch.ts';
import { pathFrom } from './call-builders.ts';

/** The files that a patch of a tool call writes, moves or deletes. */
export function patchedFiles(call: Pick<CallFacts, 'cwd'>, patch: string): FileEdit[] {
  return filesOfPatch(patch).map(({ path, edits }) => ({ path: pathFrom(call, path), edits }));
}
