import { byName, notComparable, type Changes } from './changes.ts';
import { compareFunctions, compareTypes, type Side } from './compare-types.ts';
import { declarationsOf } from './typescript-declarations.ts';
import { renamedParameters, renamedText, renamedType } from './typescript-renamed.ts';
import type { Declaration, Signature } from './typescript-syntax.ts';

/** PUB-2 for TypeScript: declaration by declaration, by their names. */
export function compareTypeScript(before: string, after: string, changes: Changes): void {
  const [old, next] = [declarationsOf(before), declarationsOf(after)];
  if (old === undefined || next === undefined) return changes.add(notComparable(''));
  const [was, is] = [sideOf(old), sideOf(next)];
  const names = new Set([...was.declarations.keys(), ...is.declarations.keys()]);
  for (const name of names) {
    const [one, two] = [was.declarations.get(name) ?? [], is.declarations.get(name) ?? []];
    compareNamed({ name, one, two }, { was, is, changes });
  }
}

function sideOf(declarations: readonly Declaration[]): Side {
  return {
    declarations: byName(declarations),
    exportsSome: declarations.some(({ isExported }) => isExported === true),
  };
}

interface Context {
  readonly was: Side;
  readonly is: Side;
  readonly changes: Changes;
}

interface Pair {
  readonly name: string;
  readonly one: readonly Declaration[];
  readonly two: readonly Declaration[];
}

function compareNamed({ name, one, two }: Pair, context: Context): void {
  const { changes } = context;
  const [before, after] = [one[0], two[0]];
  if (before === undefined) {
    changes.add({ kind: 'added', path: name, text: `${name} is new.`, breaking: false });
  } else if (after === undefined) {
    changes.add({ kind: 'removed', path: name, text: `${name} is gone.`, breaking: true });
  } else if (one.length > 1 || two.length > 1) {
    if (JSON.stringify(one) !== JSON.stringify(two)) changes.add(notComparable(name));
  } else compareDeclarations(before, after, context);
  // In a text without any `export` all is meant.
  if (before?.isExported === true && after?.isExported === false && context.is.exportsSome) {
    const text = `${name} is no longer exported.`;
    changes.add({ kind: 'removed', path: name, text, breaking: true });
  }
}

function compareDeclarations(before: Declaration, after: Declaration, context: Context): void {
  const { was, is, changes } = context;
  const path = before.name;
  const where = { path, was, is, changes, visited: new Set<string>() };
  const [were, are] = [signaturesOf(before), signaturesOf(after)];
  if (before.kind === 'type' && after.kind === 'type') {
    const renamed = withNamesOf(before, after);
    compareTypeParameters(before, renamed, changes);
    const use = before.given && after.given ? 'got' : 'both';
    compareTypes(before.type, renamed.type, { ...where, use });
  } else if (were !== undefined && are !== undefined) {
    compareFunctions(were, are, { ...where, use: 'got' });
  } else if (before.kind === 'enum' && after.kind === 'enum') {
    compareEnums(before, after, changes);
  } else if (before.kind === 'unreadable' && after.kind === 'unreadable') {
    if (before.text !== after.text) changes.add(notComparable(path));
  } else if (before.kind === 'unreadable' || after.kind === 'unreadable') {
    changes.add(notComparable(path));
  } else {
    const text = `${path} was a ${before.kind} and is a ${after.kind}.`;
    changes.add({ kind: 'changed', path, text, breaking: true });
  }
}

type OfKind<Kind> = Extract<Declaration, { kind: Kind }>;

/** Of a function, also of a constant that is one. */
function signaturesOf(one: Declaration): readonly Signature[] | undefined {
  if (one.kind === 'function') return one.signatures;
  const isConstant = one.kind === 'type' && one.given && one.type.kind === 'function';
  return isConstant && one.type.kind === 'function' ? [one.type.signature] : undefined;
}

/** With the names of type parameters that were before. */
function withNamesOf(before: OfKind<'type'>, after: OfKind<'type'>): OfKind<'type'> {
  const names = renamedParameters(before.typeParameters, after.typeParameters);
  if (names.size === 0) return after;
  const typeParameters = after.typeParameters.map((text) => renamedText(text, names));
  return { ...after, typeParameters, type: renamedType(after.type, names) };
}

/** New type parameters with a default are not breaking. */
function compareTypeParameters(
  before: OfKind<'type'>,
  after: OfKind<'type'>,
  changes: Changes,
): void {
  const [was, is] = [before.typeParameters, after.typeParameters];
  if (was.join(', ') === is.join(', ')) return;
  const kept = was.every((text, at) => is[at] === text);
  const breaking = !kept || is.slice(was.length).some((text) => !text.includes(' = '));
  const text = `${after.name} takes other type parameters: <${is.join(', ')}>.`;
  changes.add({ kind: 'changed', path: after.name, text, breaking });
}

function compareEnums(before: OfKind<'enum'>, after: OfKind<'enum'>, changes: Changes): void {
  for (const [key, value] of before.values) {
    const path = `${before.name}.${key}`;
    const now = after.values.get(key);
    if (now === undefined) {
      changes.add({ kind: 'removed', path, text: `${path} is gone.`, breaking: true });
    } else if (now !== value) {
      const text = `${path} was ${value} and is ${now}.`;
      changes.add({ kind: 'changed', path, text, breaking: true });
    }
  }
  for (const key of after.values.keys()) {
    const path = `${before.name}.${key}`;
    if (before.values.has(key)) continue;
    changes.add({ kind: 'added', path, text: `${path} is new.`, breaking: false });
  }
}
