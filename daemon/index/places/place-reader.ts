import { LRUCache } from 'lru-cache';
import { boundedCall } from '../../../shared/node/time/bounded-call.ts';
import { maxParseAgainMs } from '../../kernel/text-limits.ts';
import type { Compiler, ts } from '../parser/tree/compiler.ts';
import {
  canBeParsed,
  loadCompiler,
  parseOptions,
  type Tree,
  withinBounds,
} from '../parser/parser.ts';
import { withoutMarks } from '../parser/tree/own-side.ts';
import { hasSyntaxErrors } from '../parser/tree/syntax-errors.ts';
import { type FilePlaces, OwnCode } from './own-code.ts';
import { flattened, placeTree } from './place-tree.ts';
import { StatementPieces } from './statement-pieces.ts';

let loading: Promise<PlaceReader> | undefined;

/** Loads the compiler on first use. One reader serves the whole process, and its memory is bounded. */
export function loadPlaceReader(): Promise<PlaceReader> {
  loading ??= loadCompiler().then((compiler) => new PlaceReader(compiler));
  return loading;
}

/**
 * RSV-16: reads texts into their places. The trees of recent texts are kept: the same text is not parsed twice, and one that
 * differs little from a known text of the same kind of file is parsed again only where it differs.
 */
export class PlaceReader {
  private readonly recent = new RecentTrees();
  private readonly ownCode: OwnCode;

  constructor(private readonly compiler: Compiler) {
    this.ownCode = new OwnCode(compiler);
  }

  /**
   * The places of a text, by the extension of its path; `undefined` when it is not TypeScript or JavaScript, too large, has
   * syntax errors or a NUL, or is nested too deep.
   */
  read(path: string, text: string): FilePlaces | undefined {
    if (!canBeParsed(path, text)) return undefined;
    const kind = kindOf(path);
    const known = this.recent.get(kind, text);
    if (known !== undefined) return known.places;
    // Offsets are into the caller's text, and a shebang is only one at offset 0: the compiler must not see the mark.
    const shift = markLength(text);
    const body = text.slice(shift);
    const again = this.parseAgain({ path, kind, body });
    // One watch over both: each costs as much as a small file's parse.
    const read = withinBounds(text, () => {
      const parse = (whole: string) => this.parseWhole(kind, whole);
      const source = withoutMarks(again ?? parse(body), parse);
      if (hasSyntaxErrors(source)) return { source, places: undefined };
      return { source, places: this.placesOf(source, text.slice(0, shift)) };
    });
    const { source, places } = read ?? { source: undefined, places: undefined };
    this.recent.put({ path, kind, text, body: source?.text ?? body, source, places });
    return places;
  }

  /** The tree of a text that was read lately; to be used at once, as the tree of a later text may take its nodes. */
  treeOf(path: string, text: string): Tree | undefined {
    const source = this.recent.get(kindOf(path), text)?.source;
    return source && { source, shift: markLength(text) };
  }

  /** `mark` is what stands before the tree's first character. */
  private placesOf(source: ts.SourceFile, mark: string): FilePlaces {
    const tree = placeTree(new StatementPieces(this.compiler, source, mark.length).ofFile());
    return { text: mark + source.text, tree, places: flattened(tree), ownCode: this.ownCode };
  }

  private parseWhole(kind: string, body: string): ts.SourceFile {
    return this.compiler.createSourceFile(`file${kind}`, body, parseOptions(this.compiler), true);
  }

  /**
   * The tree of the text made from the tree of another one; `undefined` when there is none that differs little, when the compiler
   * finds its own tree wrong, which its checks are there for, or when it takes long: of an enum or a list of parameters it looks for
   * each member from the first on. Then nothing is lost but time.
   */
  private parseAgain(file: Pick<RecentTree, 'path' | 'kind' | 'body'>): ts.SourceFile | undefined {
    const base = this.recent.takeBase(file);
    if (base === undefined) return undefined;
    const update = (): ts.SourceFile =>
      this.compiler.updateSourceFile(base.source, file.body, base.change);
    try {
      const outcome = boundedCall(maxParseAgainMs, update);
      return outcome.kind === 'ended' ? outcome.value : undefined;
    } catch {
      return undefined;
    }
  }
}

function markLength(text: string): 0 | 1 {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** All that a parse depends on besides the text. */
function kindOf(path: string): string {
  return /(?:\.d(?:\.[^./]+)?)?\.[^./]+$/.exec(path)?.[0] ?? '';
}

/** One parsed text. */
interface RecentTree {
  readonly path: string;
  /** Trees of one kind can be made from each other. */
  readonly kind: string;
  readonly text: string;
  /** What the tree was made from: the text without a byte order mark, and without what Git could not merge. */
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
class RecentTrees {
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
