import { hasSyntaxErrors } from './syntax-errors.ts';
import type { ts } from './compiler.ts';

/** Which lines stand where, in a file that Git could not merge (the marks that `git merge` writes, also those of `diff3`). */
type Part = 'common' | 'own' | 'base' | 'theirs';

const openingMark = '<<<<<<<';

/**
 * RSV-10: the text with the lines of the other side, of the common version and of the marks turned to spaces, so that every line stays
 * where it is and as long as it is. `undefined` without marks, and where they do not follow each other as Git writes them.
 */
export function ownSide(text: string): string | undefined {
  if (!text.includes(openingMark)) return undefined;
  let part: Part = 'common';
  let isMarked = false;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const next = partAfter(line);
    if (next !== undefined && !follows(part, next)) return undefined;
    const isShown = next === undefined && (part === 'common' || part === 'own');
    lines.push(isShown ? line : blank(line));
    part = next ?? part;
    isMarked ||= next !== undefined;
  }
  return isMarked && part === 'common' ? lines.join('\n') : undefined;
}

/** What a mark begins; `undefined` for a line that is none. */
function partAfter(line: string): Part | undefined {
  const mark = /^(<{7}|\|{7}|>{7})(?: |\r?$)|^={7}\r?$/.exec(line);
  if (mark === null) return undefined;
  return begun[mark[1] ?? ''] ?? 'theirs';
}

const begun: Readonly<Record<string, Part>> = {
  [openingMark]: 'own',
  '|||||||': 'base',
  '>>>>>>>': 'common',
};

const before: Record<Part, readonly Part[]> = {
  own: ['common'],
  base: ['own'],
  theirs: ['own', 'base'],
  common: ['theirs'],
};

function follows(part: Part, next: Part): boolean {
  return before[next].includes(part);
}

function blank(line: string): string {
  return line.replaceAll(/[^\r]/g, ' ');
}

/** How a text is parsed: what makes a tree of it. */
type Parse = (text: string) => ts.SourceFile;

/** The tree itself; of a text with syntax errors that Git could not merge, the tree of its own side. */
export function withoutMarks(source: ts.SourceFile, parse: Parse): ts.SourceFile {
  const own = hasSyntaxErrors(source) ? ownSide(source.text) : undefined;
  return own === undefined ? source : parse(own);
}
