import { LRUCache } from 'lru-cache';
import type { ts } from '../parser/tree/compiler.ts';
import type { FilePlaces } from './file-places.ts';

/** One parsed text. */
export interface RecentTree {
  readonly path: string;
  /** Trees of one kind can be made from each other. */
  readonly kind: string;
  readonly text: string;
  /** Without a byte order mark. */
  readonly body: string;
  /** `undefined` once another tree was made from it, which takes over its nodes and moves them. */
  source: ts.SourceFile | undefined;
  /** `undefined` when the text has syntax errors. */
  readonly places: FilePlaces | undefined;
}

const maxFiles = 256;
/** A tree takes some twenty bytes for each character, and trees made from each other share most of theirs. */
const maxCharacters = 2_000_000;
/** How many of the recent texts are compared with a new one. */
const maxCandidates = 24;

/** The trees of the texts used last, bounded by files and characters. */
export class RecentTrees {
  private readonly trees = new LRUCache<string, RecentTree>({
    max: maxFiles,
    maxSize: maxCharacters,
    // A size of nothing is refused.
    sizeCalculation: ({ text }) => Math.max(1, text.length),
  });

  get(kind: string, text: string): RecentTree | undefined {
    return this.trees.peek(text)?.kind === kind ? this.trees.get(text) : undefined;
  }

  put(tree: RecentTree): void {
    this.trees.set(tree.text, tree);
  }

  /** The tree to make the text's tree from, and where they differ; it can serve only once. */
  takeBase(
    file: Pick<RecentTree, 'path' | 'kind' | 'body'>,
  ): { source: ts.SourceFile; change: ts.TextChangeRange } | undefined {
    for (const tree of this.candidates(file)) {
      const { source } = tree;
      const change = changeRange(tree.body, file.body);
      if (source === undefined || change === undefined) continue;
      tree.source = undefined;
      return { source, change };
    }
    return undefined;
  }

  /** Those of the same file first, then the newest: another work tree has the same text under another path. */
  private candidates({
    path,
    kind,
    body,
  }: Pick<RecentTree, 'path' | 'kind' | 'body'>): RecentTree[] {
    // The newest come first.
    const usable = [...this.trees.values()].filter(
      (tree) =>
        tree.kind === kind &&
        tree.source !== undefined &&
        // Made from a text with errors, a tree may have lost them (TypeScript keeps none of what it takes over).
        tree.places !== undefined &&
        Math.abs(tree.body.length - body.length) <= maxDifference(body),
    );
    const ofFile = usable.filter((tree) => tree.path === path);
    return [...ofFile, ...usable.filter((tree) => tree.path !== path)].slice(0, maxCandidates);
  }
}

function maxDifference(body: string): number {
  return Math.max(200, body.length / 4);
}

/** The one range in which the texts differ; `undefined` when it is too large for the rest to be worth keeping. */
function changeRange(before: string, after: string): ts.TextChangeRange | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (
    oldEnd > start &&
    newEnd > start &&
    before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)
  ) {
    oldEnd--;
    newEnd--;
  }
  const newLength = newEnd - start;
  if (Math.max(oldEnd - start, newLength) > maxDifference(after)) return undefined;
  return { span: { start, length: oldEnd - start }, newLength };
}
