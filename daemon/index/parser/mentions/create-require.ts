import type { ts } from '../parsed-file.ts';
import type { MentionWalk } from './mention-walk.ts';

/** `createRequire(import.meta.url)` gives a function that may load anything. */
export function isCreateRequire(walk: MentionWalk, value: ts.Node | undefined): boolean {
  if (value === undefined || !walk.compiler.isCallExpression(value)) return false;
  return walk.namesOf(value.expression).at(-1) === 'createRequire';
}
