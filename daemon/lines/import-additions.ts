import type { LineSpan } from '../../shared/reservations/lines.ts';
import { newLines, oldLines } from './hunks.ts';
import { importBlock, type ImportBlock } from './import-block.ts';
import type { Hunk } from './line-diff.ts';
import type { TextLines } from './text-lines.ts';

/**
 * Whether a hunk of a TypeScript or JavaScript file only adds imports: its lines on both sides are import declarations,
 * constants of `require` or blank, above all other code, and what was imported before is imported after. Two such hunks
 * are joined by hand without a thought, so they are no reason to deny. Whatever is in doubt is not one.
 */
export function onlyAddsImports(before: TextLines, after: TextLines, hunk: Hunk): boolean {
  const [earlier, later] = [importsAtTop(before), importsAtTop(after)];
  const added = kindsIn(later, newLines(hunk));
  const taken = kindsIn(earlier, oldLines(hunk));
  if (added === undefined || taken === undefined) return false;
  const isOther = [...added, ...taken].some((kind) => kind !== 'import' && kind !== 'blank');
  if (isOther || !added.includes('import')) return false;
  return [...earlier.imported].every((name) => later.imported.has(name));
}

/** `undefined` when the lines are not all above the other code. */
function kindsIn(
  { kinds }: ImportBlock,
  { start, end }: LineSpan,
): ImportBlock['kinds'] | undefined {
  return end > kinds.length ? undefined : kinds.slice(start, end);
}

/** One text is compared with several others, and has several hunks. */
const blocks = new WeakMap<TextLines, ImportBlock>();

/** The imports at the top of a file. */
export function importsAtTop(lines: TextLines): ImportBlock {
  const known = blocks.get(lines);
  if (known !== undefined) return known;
  const block = importBlock(lines.text);
  blocks.set(lines, block);
  return block;
}
