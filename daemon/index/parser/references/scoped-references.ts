import type { Use } from '../facts.ts';
import type { ts } from '../parsed-file.ts';

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
export class ScopedReferences {
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
