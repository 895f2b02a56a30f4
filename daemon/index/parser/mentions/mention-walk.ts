import type { Compiler } from '../tree/compiler.ts';
import type { ts } from '../parsed-file.ts';
import { MentionCollector, isPlaceName } from './mention-collector.ts';

/** Walks the tree of a file and tells readers of nodes of their kinds. */
export class MentionWalk {
  readonly kinds: Compiler['SyntaxKind'];
  /** What the present file names. */
  found = new MentionCollector();
  /** By kind of node: who reads it, with what is below it. All others are looked through. */
  private readonly readers: ((node: ts.Node) => void)[] = [];

  constructor(readonly compiler: Compiler) {
    this.kinds = compiler.SyntaxKind;
  }

  on<N extends ts.Node>(kinds: readonly N['kind'][], read: (node: N) => void): void {
    for (const kind of kinds) this.readers[kind] = read as (node: ts.Node) => void;
  }

  readonly visit = (node: ts.Node): undefined => {
    const read = this.readers[node.kind];
    if (read === undefined) this.visitChildren(node);
    else read(node);
    return undefined;
  };

  visitChildren(node: ts.Node): void {
    this.compiler.forEachChild(node, this.visit);
  }

  /** The names of a chain: `vi` and `mock` of `vi.mock`; of `load().mock` only the last. */
  namesOf(expression: ts.Expression): string[] {
    const names: string[] = [];
    let inner = expression;
    for (; this.compiler.isPropertyAccessExpression(inner); inner = inner.expression)
      names.unshift(inner.name.text);
    if (this.compiler.isIdentifier(inner)) names.unshift(inner.text);
    return names;
  }

  textOf(node: ts.Node | undefined): string | undefined {
    return node && this.compiler.isStringLiteralLike(node) ? node.text : undefined;
  }

  /** `createRequire(import.meta.url)` gives a function that may load anything. */
  isCreateRequire(value: ts.Node | undefined): boolean {
    if (value === undefined || !this.compiler.isCallExpression(value)) return false;
    return this.namesOf(value.expression).at(-1) === 'createRequire';
  }

  /** A literal that has the name of a folder or a file, or is the first of a list that has: `path: 'data'`, `readFolder('data')`. */
  notePlace(name: string | undefined, value: ts.Node | undefined): void {
    if (name === undefined || value === undefined || !isPlaceName(name)) return;
    const isList = value.kind === this.kinds.ArrayLiteralExpression;
    const first = isList ? (value as ts.ArrayLiteralExpression).elements[0] : value;
    const text = this.textOf(first);
    if (text !== undefined) this.found.place(text);
  }
}
