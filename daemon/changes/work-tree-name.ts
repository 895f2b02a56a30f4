import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { WorkTree } from '../../shared/node/git/repository.ts';

const names = new WeakMap<WorkTree, string>();

/** A name that tells work trees apart and says nothing of the machine: the relay learns it with the lines (RSV-17). */
export function workTreeName(workTree: WorkTree): string {
  let name = names.get(workTree);
  if (name === undefined) {
    const digest = createHash('sha256').update(`${hostname()}\n${workTree.root}`).digest('hex');
    names.set(workTree, (name = digest.slice(0, 16)));
  }
  return name;
}
