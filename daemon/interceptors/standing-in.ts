import { isAbsolute } from 'node:path';
import { findWorkTree, isAroundBare, type WorkTree } from '../../shared/node/git/repository.ts';
import type { InterceptorContext } from './interceptor.ts';

/**
 * The context for a caller that works in the folder: HEAD and the branch that is checked out are each work tree's own. A folder
 * outside of the repository says nothing.
 */
export function standingIn(
  context: InterceptorContext,
  folder: string | undefined,
): InterceptorContext {
  const found = folder !== undefined && isAbsolute(folder) ? findWorkTree(folder) : undefined;
  const isOwn = found?.commonDir === context.workTree.commonDir && !isAroundBare(found);
  return isOwn ? { ...context, standsIn: found } : context;
}

/** The work tree that a call is about as long as nothing else says which. */
export function callersTree({
  standsIn,
  workTree,
}: Pick<InterceptorContext, 'standsIn' | 'workTree'>): WorkTree {
  return standsIn ?? workTree;
}
