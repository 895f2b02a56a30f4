import { displayWidth } from './table.ts';

/**
 * A sentence in lines of at most `columns` columns, broken between words; a word that is longer stands whole, because it may
 * be a path or a command to copy. Lines after the first begin with two spaces.
 */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() === '' || displayWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}
