import { connectionLimits } from '../../contract/connection-limits.ts';
import type { Edit, PatchChunk } from './edit.ts';

/** One file that a patch writes, moves or deletes. */
export interface PatchedFile {
  /** As the patch names it: absolute, or relative to the agent's folder. */
  readonly path: string;
  /** Undefined for where a file is moved to: its text is not in the patch. */
  readonly edits: readonly Edit[] | undefined;
}

/** A section of the patch: a line that names a file, and the lines up to the next one. */
interface Section {
  readonly kind: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/**
 * Clients take any spaces around a path off (opencode's `patch/index.ts`, parsePatchHeader). Here they are taken off later: a
 * pattern that also does that takes the square of a line's length.
 */
const heading = /^\s*\*\*\* (Add File|Update File|Delete File|Move to):(.+)$/;
const other = /^\s*\*\*\* (Begin Patch|End Patch|End of File|Environment ID: .*)\s*$/;

/**
 * The files of a patch as agents write it for `apply_patch`, each once, in the order in which they first come. What is no
 * patch has none. Nothing is applied here, so whether a patch fits its files is not known.
 */
export function filesOfPatch(
  patch: string,
  additions: PatchChunk['additions'] = 'inPlace',
): PatchedFile[] {
  const files = new Map<string, Edit[] | undefined>();
  const sections = sectionsOf(patch);
  for (const [index, section] of sections.entries()) {
    const movesAway = sections[index + 1]?.kind === 'Move to';
    const edits = movesAway ? [moveAway] : editsOf(section, additions);
    if (!files.has(section.path) || edits === undefined) files.set(section.path, edits);
    // What is not known is not known after a further edit either.
    else for (const edit of edits) files.get(section.path)?.push(edit);
  }
  return Array.from(files, ([path, edits]) => ({ path, edits }));
}

const deletion: Edit = { kind: 'delete' };
const moveAway: Edit = { kind: 'delete', moves: true };

/** HOK-4: of a patch of too many files only as many as show that. */
function sectionsOf(patch: string): Section[] {
  const sections: (Section & { lines: string[] })[] = [];
  const paths = new Set<string>();
  for (const line of patch.split(/\r?\n/)) {
    const [, kind, named = ''] = heading.exec(line) ?? [];
    if (kind !== undefined) {
      const path = named.trim();
      sections.push({ kind, path, lines: [] });
      if (paths.add(path).size > connectionLimits.hookFiles) break;
    } else if (!other.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function editsOf({ kind, lines }: Section, additions: PatchChunk['additions']): Edit[] | undefined {
  if (kind === 'Move to') return undefined;
  if (kind === 'Delete File') return [deletion];
  if (kind === 'Add File') return [{ kind: 'write', content: contentOf(lines) }];
  return chunksOf(lines).map(({ headings, lines: own }) => ({
    ...replacementOf(own),
    chunk: { headings, additions },
  }));
}

function contentOf(lines: readonly string[]): string {
  const added = lines.filter((line) => line.startsWith('+'));
  return added.map((line) => `${line.slice(1)}\n`).join('');
}

interface Chunk {
  readonly headings: string[];
  readonly lines: string[];
}

/** A chunk begins with `@@` and a heading, or with several; the first one may do without. */
function chunksOf(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const line of lines) {
    const last = chunks.at(-1);
    const isHeading = line.startsWith('@@');
    const chunk =
      last === undefined || (isHeading && last.lines.length > 0)
        ? { headings: [], lines: [] }
        : last;
    if (chunk !== last) chunks.push(chunk);
    if (!isHeading) chunk.lines.push(line);
    else if (line.slice(2).trim() !== '') chunk.headings.push(line.slice(2).trim());
  }
  const whole = chunks.map((chunk) => ({ ...chunk, lines: withoutTrailingBlank(chunk.lines) }));
  return whole.filter((chunk) => chunk.lines.length > 0);
}

/** The end of the text before the next section is no line of the chunk. */
function withoutTrailingBlank(chunk: readonly string[]): string[] {
  return chunk.slice(0, chunk.findLastIndex((line) => line !== '') + 1);
}

/** Models write an empty line of context as nothing at all. */
function replacementOf(chunk: readonly string[]): Extract<Edit, { kind: 'replace' }> {
  const side = (marks: string) =>
    chunk
      .filter((line) => line === '' || marks.includes(line.charAt(0)))
      .map((line) => line.slice(1))
      .join('\n');
  return { kind: 'replace', oldText: side(' -'), newText: side(' +'), all: false };
}
