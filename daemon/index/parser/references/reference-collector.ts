import type { BindingKind, FileBindings } from '../bindings.ts';
import type { Compiler } from '../tree/compiler.ts';
import type { Use } from '../facts.ts';
import type { Observers } from '../meaning/meaning-hasher.ts';
import type { ts } from '../parsed-file.ts';
import { ScopedReferences, typeMeaning, valueMeaning } from './scoped-references.ts';

const noBindings: FileBindings = { kinds: new Map(), imports: [], exports: [], instances: [] };

/**
 * Collects what code refers to among the names bound at the top of its file. Its observers are told of the nodes that the meaning
 * hasher visits, so that the tree is walked only once.
 */
export class ReferenceCollector {
  readonly observers: Observers = [];
  private readonly references = new ScopedReferences();
  private bindings = noBindings;
  private kinds: ReadonlyMap<ts.__String, BindingKind> = noBindings.kinds;
  /** Within export declarations names are passed on, not used. */
  private exportDepth = 0;
  /** Identifiers that refer to nothing at the top of the file. */
  private readonly ignored = new Set<ts.Node>();
  /** Identifiers that stand for types. */
  private readonly types = new Set<ts.Node>();
  /** By identifier, the members that are read from what it names. */
  private readonly members = new Map<ts.Node, string>();
  private readonly inlineModules = new Set<string>();

  constructor(private readonly compiler: Compiler) {}

  /** Begins a file. Modules that are named in the middle of code are added to its imports. */
  begin(bindings: FileBindings): void {
    this.bindings = bindings;
    this.kinds = bindings.kinds;
    this.references.clear();
    this.exportDepth = 0;
    this.ignored.clear();
    this.types.clear();
    this.members.clear();
    this.inlineModules.clear();
  }

  /** What was referred to since the last call. */
  take(): Set<Use> {
    return this.references.take();
  }

  refer(node: ts.Identifier): void {
    const name = node.escapedText;
    if (this.exportDepth > 0 || !this.kinds.has(name) || this.ignored.has(node)) return;
    const path = this.members.get(node);
    const text = this.compiler.unescapeLeadingUnderscores(name);
    const meaning = this.types.has(node) ? typeMeaning : valueMeaning;
    this.references.add(name, meaning, path === undefined ? text : `${text} ${path}`);
  }

  /** The node is a name that refers to nothing at the top of the file. */
  ignore(node: ts.Node | undefined): void {
    if (node === undefined || !this.compiler.isIdentifier(node)) return;
    if (this.kinds.has(node.escapedText)) this.ignored.add(node);
  }

  noteType(node: ts.Node): void {
    if (this.compiler.isIdentifier(node) && this.kinds.has(node.escapedText)) this.types.add(node);
  }

  /** Reads the members `path` from what `root` names: `b` of `a.b`, `b c` of `a.b.c`. */
  noteMember(root: ts.Node, path: string): void {
    if (!this.compiler.isIdentifier(root) || this.members.has(root)) return;
    const kind = this.kinds.get(root.escapedText);
    if (kind !== undefined && kind !== 'symbol') this.members.set(root, path);
  }

  isNamespace(node: ts.Node): boolean {
    return this.compiler.isIdentifier(node) && this.kinds.get(node.escapedText) === 'namespace';
  }

  /** A module that code names by itself, as `import('./a.ts')` does, and the members that are read from it. */
  referInline(specifier: string, path: string): void {
    const local = inlineName(specifier);
    if (!this.inlineModules.has(local)) {
      this.inlineModules.add(local);
      this.bindings.imports.push({ local, specifier, imported: '*' });
    }
    this.references.addUnshadowed(`${local} ${path}`);
  }

  referPattern(specifier: string, pattern: ts.ObjectBindingPattern): void {
    for (const { propertyName, name, dotDotDotToken } of pattern.elements) {
      const member = propertyName ?? name;
      if (dotDotDotToken === undefined && this.compiler.isIdentifier(member))
        this.referInline(specifier, member.text);
    }
  }

  /** A declaration in the current scope. */
  declare(name: ts.Node | undefined, meaning: number, isVar = false): void {
    const { compiler } = this;
    if (name === undefined) return;
    if (compiler.isObjectBindingPattern(name) || compiler.isArrayBindingPattern(name)) {
      for (const element of name.elements)
        if (compiler.isBindingElement(element)) this.declare(element.name, meaning, isVar);
      return;
    }
    // Names that are not bound at the top of the file shadow nothing.
    if (!compiler.isIdentifier(name) || !this.kinds.has(name.escapedText)) return;
    this.ignored.add(name);
    this.references.shadow(name.escapedText, meaning, isVar);
  }

  isAtTop(): boolean {
    return this.references.isAtTop();
  }

  openScope(isFunction = false): void {
    this.references.open(isFunction);
  }

  closeScope(): void {
    this.references.close();
  }

  openExport(): void {
    this.exportDepth++;
  }

  closeExport(): void {
    this.exportDepth--;
  }
}

/** The local name under which a module that code names by itself is imported; no identifier looks like it. */
function inlineName(specifier: string): string {
  return `import:${encodeURIComponent(specifier)}`;
}

/** Tells the collector of nodes of some kinds. */
export abstract class ObserverGroup {
  protected readonly kinds: Compiler['SyntaxKind'];
  protected readonly close = () => this.collector.closeScope();

  constructor(
    protected readonly compiler: Compiler,
    protected readonly collector: ReferenceCollector,
  ) {
    this.kinds = compiler.SyntaxKind;
  }

  abstract add(): void;

  protected on<N extends ts.Node>(
    kinds: readonly N['kind'][],
    enter: (node: N) => void,
    leave?: (node: N) => void,
  ): void {
    for (const kind of kinds)
      this.collector.observers[kind] = {
        enter: enter as (node: ts.Node) => void,
        leave: leave as ((node: ts.Node) => void) | undefined,
      };
  }
}
