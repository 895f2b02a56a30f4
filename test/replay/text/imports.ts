/** An import declaration, or a constant that is required, at the start of a line; it may go on for some lines. */
const importing =
  /^(?:import\b(?!\s*[(.])[^;'"`]*['"][^'"\n]*['"][^\n]*|(?:const|let|var)\b[^;=]*=\s*require\([^)\n]*\)[^\n]*)/gm;

/** The numbers (from 0) of the lines of imports. */
export function importLinesOf(text: string): Set<number> {
  const lines = new Set<number>();
  for (const { 0: found, index } of text.matchAll(importing)) {
    const first = lineAt(text, index);
    const last = first + found.split('\n').length - 1;
    for (let line = first; line <= last; line += 1) lines.add(line);
  }
  return lines;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}

/** Whether every name of the lines before is still there, and some are new. */
export function addsNames(before: readonly string[], after: readonly string[]): boolean {
  const left = namesIn(after);
  for (const name of namesIn(before)) {
    const at = left.indexOf(name);
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length > 0;
}

function namesIn(lines: readonly string[]): string[] {
  return lines.join('\n').match(/[\w$@./-]+/g) ?? [];
}
