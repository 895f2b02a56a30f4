import type { BindingKind, FileBindings } from '../bindings.ts';
import type { Compiler, ts } from '../tree/compiler.ts';
import type { Use } from '../facts.ts';
import type { Observers } from '../meaning/meaning-hasher.ts';

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

  constructor(readonly compiler: Compiler) {}

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

/** What a name can stand for, as bits: a value, a type, or either. */
export const valueMeaning = 1;
export const typeMeaning = 2;
export const anyMeaning = 3;

interface Reference {
  readonly name: ts.__String;
  readonly meaning: number;
  readonly use: Use;
}

interface Scope {
  /** Where the references made in the scope begin in the list of all. */
  readonly start: number;
  readonly isFunction: boolean;
  /** The names declared in the scope, with what they stand for. */
  shadows: Map<ts.__String, number> | undefined;
}

/**
 * References to names of the top of a file, without those that a declaration in an inner scope shadows. A scope is decided
 * when it is closed, because declarations also hold for the code before them.
 */
class ScopedReferences {
  private references: Reference[] = [];
  private scopes: Scope[] = [];

  clear(): void {
    this.references = [];
    this.scopes = [];
  }

  /** What was referred to since the last call. */
  take(): Set<Use> {
    const uses = new Set(this.references.map(({ use }) => use));
    this.references = [];
    return uses;
  }

  isAtTop(): boolean {
    return this.scopes.length === 0;
  }

  add(name: ts.__String, meaning: number, use: Use): void {
    this.references.push({ name, meaning, use });
  }

  /** For a reference that no declaration can shadow. */
  addUnshadowed(use: Use): void {
    this.references.push({ name: '' as ts.__String, meaning: 0, use });
  }

  /** A `var` is declared in the whole function around it. */
  shadow(name: ts.__String, meaning: number, isVar: boolean): void {
    const { scopes } = this;
    const scope = isVar ? scopes.findLast(({ isFunction }) => isFunction) : scopes.at(-1);
    if (scope === undefined) return;
    scope.shadows ??= new Map();
    scope.shadows.set(name, (scope.shadows.get(name) ?? 0) | meaning);
  }

  open(isFunction: boolean): void {
    this.scopes.push({ start: this.references.length, isFunction, shadows: undefined });
  }

  close(): void {
    const scope = this.scopes.pop();
    const shadows = scope?.shadows;
    if (scope === undefined || shadows === undefined) return;
    const kept = this.references
      .slice(scope.start)
      .filter(({ name, meaning }) => ((shadows.get(name) ?? 0) & meaning) === 0);
    this.references.length = scope.start;
    this.references.push(...kept);
  }
}
