import type { Compiler, ts } from '../parser/tree/compiler.ts';
import {
  canBeParsed,
  hasSyntaxErrors,
  loadCompiler,
  parseOptions,
  type Tree,
  withinStack,
} from '../parser/parser.ts';
import { OwnCode } from './own-code.ts';
import { flattened, placeTree } from './place-tree.ts';
import type { FilePlaces } from './file-places.ts';
import { StatementPieces } from './pieces/statement-pieces.ts';
import { type RecentTree, RecentTrees } from './recent-trees.ts';

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
    const source = withinStack(() => this.parse({ path, kind, body }));
    const places =
      source &&
      withinStack(() =>
        hasSyntaxErrors(source) ? undefined : this.placesOf(source, { text, shift }),
      );
    this.recent.put({ path, kind, text, body, source, places });
    return places;
  }

  /** The tree of a text that was read lately; to be used at once, as the tree of a later text may take its nodes. */
  treeOf(path: string, text: string): Tree | undefined {
    const source = this.recent.get(kindOf(path), text)?.source;
    return source && { source, shift: markLength(text) };
  }

  private placesOf(
    source: ts.SourceFile,
    { text, shift }: { text: string; shift: number },
  ): FilePlaces {
    const tree = placeTree(new StatementPieces(this.compiler, source, shift).ofFile());
    return { text, tree, places: flattened(tree), ownCode: this.ownCode };
  }

  private parse(file: Pick<RecentTree, 'path' | 'kind' | 'body'>): ts.SourceFile {
    const base = this.recent.takeBase(file);
    return (base && this.parseAgain(base, file.body)) ?? this.parseWhole(file);
  }

  private parseWhole({ kind, body }: Pick<RecentTree, 'kind' | 'body'>): ts.SourceFile {
    return this.compiler.createSourceFile(`file${kind}`, body, parseOptions(this.compiler), true);
  }

  /** `undefined` when the compiler finds its own tree wrong, which its checks are there for: then nothing is lost but time. */
  private parseAgain(
    { source, change }: { source: ts.SourceFile; change: ts.TextChangeRange },
    body: string,
  ): ts.SourceFile | undefined {
    try {
      return this.compiler.updateSourceFile(source, body, change);
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
