import type { ts } from '../parsed-file.ts';
import { isPlaceName } from './load-names.ts';
import type { MentionWalk } from './mention-walk.ts';

/** A literal that has the name of a folder or a file, or is the first of a list that has: `path: 'data'`, `readFolder('data')`. */
export function notePlace(
  walk: MentionWalk,
  name: string | undefined,
  value: ts.Node | undefined,
): void {
  if (name === undefined || value === undefined || !isPlaceName(name)) return;
  const isList = value.kind === walk.kinds.ArrayLiteralExpression;
  const first = isList ? (value as ts.ArrayLiteralExpression).elements[0] : value;
  const text = walk.textOf(first);
  if (text !== undefined) walk.found.place(text);
}
