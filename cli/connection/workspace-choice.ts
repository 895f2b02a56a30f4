import { join } from 'node:path';
import { endpointFolder } from '../../shared/node/endpoint.ts';
import { tryReadText, writePrivateFile } from '../../shared/node/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';

/**
 * The workspace that a repository's daemon takes when none is named: its slug as the text of this file, in the private
 * folder of the Git common directory. `coord workspace use` and `coord join` write it.
 */
export const workspaceChoiceFile = 'workspace';

export function hasChoice({ commonDir }: Pick<WorkTree, 'commonDir'>): boolean {
  return tryReadText(join(commonDir, endpointFolder, workspaceChoiceFile)) !== undefined;
}

export function chooseWorkspace({ commonDir }: Pick<WorkTree, 'commonDir'>, slug: string): void {
  writePrivateFile(join(commonDir, endpointFolder, workspaceChoiceFile), `${slug}\n`);
}
