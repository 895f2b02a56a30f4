import { digest } from '../parser/meaning/meaning-digest.ts';
import { MeaningHasher } from '../parser/meaning/meaning-hasher.ts';
import type { Compiler, ts } from '../parser/tree/compiler.ts';
import type { Piece, Place, PlaceNode } from './place.ts';

/** The meaning of what of a place is in none of its parts; hashed when it is first asked for. */
export class OwnCode {
  private readonly omitted = new Set<ts.Node>();
  private readonly hasher: MeaningHasher;
  private readonly known = new WeakMap<PlaceNode, string | undefined>();

  constructor(private readonly compiler: Compiler) {
    const { omitted } = this;
    this.hasher = new MeaningHasher({
      ...compiler,
      forEachChild: (node, visit) =>
        compiler.forEachChild(
          node,
          omitted.size === 0 ? visit : (child) => (omitted.has(child) ? undefined : visit(child)),
        ),
    });
  }

  /** Whether both mean the same. Code that is nested too deep for the hasher counts as changed. */
  isSame(one: PlaceNode, other: PlaceNode): boolean {
    const digestOfOne = this.of(one);
    return digestOfOne !== undefined && digestOfOne === this.of(other);
  }

  /** `undefined` when it is nested too deep. */
  of(place: PlaceNode): string | undefined {
    if (!this.known.has(place)) this.known.set(place, this.hashed(place));
    return this.known.get(place);
  }

  private hashed({ pieces, parts }: PlaceNode): string | undefined {
    for (const { pieces: inner } of parts)
      for (const { omitted } of inner) this.omitted.add(omitted);
    try {
      return pieces[0]?.way === 'set' ? this.hashedSet(pieces) : this.hashedPieces(pieces);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    } finally {
      this.omitted.clear();
    }
  }

  private hashedPieces(pieces: readonly Piece[]): string {
    this.hasher.resume();
    for (const piece of pieces) this.feed(piece);
    return digest(this.hasher.state());
  }

  /** A variable's modifiers and `const` or `let` belong to it, as they do to a symbol of the graph. */
  private feed({ node, statement }: Piece): void {
    const { compiler, hasher } = this;
    statement?.modifiers?.forEach((modifier) => hasher.feed(modifier));
    if (statement)
      hasher.feedNumber(statement.declarationList.flags & compiler.NodeFlags.BlockScoped);
    hasher.feed(node);
  }

  /** Each name that is taken in or given out by itself, so that order and grouping do not count. */
  private hashedSet(pieces: readonly Piece[]): string {
    const entries = pieces.flatMap((piece) => this.entriesOf(piece));
    return [...new Set(entries)].sort().join(' ');
  }

  private entriesOf(piece: Piece): string[] {
    const { compiler, hasher } = this;
    const { node } = piece;
    const names = namesIn(compiler, node);
    if (names.length === 0) return [this.hashedPieces([piece])];
    return names.map((name) => {
      hasher.resume();
      hasher.feed(name);
      for (const part of names) this.omitted.add(part);
      this.feed(piece);
      this.omitted.clear();
      return digest(hasher.state());
    });
  }
}

/** The names of an import, an export list or a constant of `require`; none when it has no list. */
function namesIn(compiler: Compiler, node: ts.Node): readonly ts.Node[] {
  if (compiler.isExportDeclaration(node)) {
    const { exportClause } = node;
    return exportClause && !compiler.isNamespaceExport(exportClause) ? exportClause.elements : [];
  }
  if (compiler.isVariableDeclaration(node))
    return compiler.isObjectBindingPattern(node.name) ? node.name.elements : [];
  if (!compiler.isImportDeclaration(node)) return [];
  const { name, namedBindings } = node.importClause ?? {};
  const named =
    namedBindings && !compiler.isNamespaceImport(namedBindings)
      ? namedBindings.elements
      : [namedBindings];
  return [name, ...named].filter((part) => part !== undefined);
}

/** All places of a text: in `places` containers before their parts, in `tree` only those that are in no other. */
export interface FilePlaces {
  readonly text: string;
  readonly places: readonly Place[];
  readonly tree: readonly PlaceNode[];
  readonly ownCode: OwnCode;
}
