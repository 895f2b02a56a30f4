import { join, notComparable, type Changes } from './changes.ts';
import { compareConstraints, compareValues, typesChange } from './json-values.ts';
import {
  asSchema,
  canonical,
  choicesOf,
  documentOf,
  listOf,
  namedSchemas,
  resolve,
  typesOf,
  type Document,
  type Schema,
} from './json-schema.ts';

/** PUB-2 for JSON Schemas. A schema may describe input or output, so a change is breaking if it breaks either use. */
export function compareJsonSchemas(before: string, after: string, changes: Changes): void {
  const [was, is] = [documentOf(before), documentOf(after)];
  const visited = new Map<Schema, Set<Schema>>();
  const context = { was, is, changes, visited, path: '', depth: 0 };
  // Definitions first, so that a change in one is reported once, under its name.
  for (const key of ['$defs', 'definitions']) {
    compareNamed(namedSchemas(was.root[key]), namedSchemas(is.root[key]), context);
  }
  compareSchemas(was.root, is.root, context);
}

interface Where {
  readonly was: Document;
  readonly is: Document;
  readonly changes: Changes;
  /** The pairs that were compared already, since schemas may be recursive. */
  readonly visited: Map<Schema, Set<Schema>>;
  readonly path: string;
  readonly depth: number;
}

/** Schemas that refer to each other can be deeper than their text. */
const maxDepth = 100;

function compareSchemas(before: Schema, after: Schema, where: Where): void {
  const [was, is] = [resolve(before, where.was), resolve(after, where.is)];
  if (was === is || isVisited(was, is, where.visited) || !where.changes.step()) return;
  if (where.depth > maxDepth) return where.changes.add(notComparable(where.path));
  const inside = { ...where, depth: where.depth + 1 };
  const [choices, chosen] = [choicesOf(was), choicesOf(is)];
  if (choices !== undefined || chosen !== undefined) {
    return compareChoices(choices ?? [was], chosen ?? [is], inside);
  }
  compareValues(was, is, inside);
  compareProperties(was, is, inside);
  compareFurtherProperties(was, is, inside);
  compareItems(was, is, inside);
  compareAllOf(was, is, inside);
  compareConstraints(was, is, inside);
}

function isVisited(was: Schema, is: Schema, visited: Map<Schema, Set<Schema>>): boolean {
  const others = visited.get(was) ?? new Set();
  if (others.has(is)) return true;
  visited.set(was, others.add(is));
  return false;
}

/** Definitions: removing one is breaking; a new one is not, since nobody uses it yet. */
function compareNamed(was: Map<string, Schema>, is: Map<string, Schema>, where: Where): void {
  for (const [name, before] of was) {
    const after = is.get(name);
    const path = join(where.path, name);
    if (after !== undefined) compareSchemas(before, after, { ...where, path });
    else {
      where.changes.add({ kind: 'removed', path, text: `${path} is gone.`, breaking: true });
    }
  }
  for (const name of is.keys()) {
    const path = join(where.path, name);
    if (was.has(name)) continue;
    where.changes.add({ kind: 'added', path, text: `${path} is new.`, breaking: false });
  }
}

function compareProperties(was: Schema, is: Schema, where: Where): void {
  const [before, after] = [namedSchemas(was['properties']), namedSchemas(is['properties'])];
  const [needed, needs] = [new Set(listOf(was['required'])), new Set(listOf(is['required']))];
  const { changes } = where;
  for (const name of new Set([...before.keys(), ...after.keys(), ...strings(needed, needs)])) {
    const path = join(where.path, name);
    const [one, two] = [before.get(name), after.get(name)];
    const required = needs.has(name);
    if (one !== undefined && two === undefined) {
      changes.add({ kind: 'removed', path, text: `${path} is gone.`, breaking: true });
    } else if (one === undefined && two !== undefined && !needed.has(name)) {
      const how = required ? ' and required: who gives it must add it' : ' and optional';
      changes.add({ kind: 'added', path, text: `${path} is new${how}.`, breaking: required });
    } else compareNeed(path, { needed: needed.has(name), needs: required }, changes);
    if (one !== undefined && two !== undefined) compareSchemas(one, two, { ...where, path });
  }
}

function compareNeed(
  path: string,
  { needed, needs }: { needed: boolean; needs: boolean },
  changes: Changes,
): void {
  if (needs && !needed) {
    const text = `${path} is required now: who gives it may not leave it out any more.`;
    changes.add({ kind: 'required', path, text, breaking: true });
  }
  if (needed && !needs) {
    const text = `${path} is optional now: who reads it must be ready for it to be missing.`;
    changes.add({ kind: 'optional', path, text, breaking: true });
  }
}

function compareFurtherProperties(was: Schema, is: Schema, where: Where): void {
  const [before, after] = [was['additionalProperties'], is['additionalProperties']];
  const path = join(where.path, '[*]');
  if (after === false && before !== false) {
    const text = `${path}: no other fields are allowed any more.`;
    where.changes.add({ kind: 'changed', path, text, breaking: true });
  } else if (before === false && after !== false) {
    const text = `${path}: other fields are allowed now.`;
    where.changes.add({ kind: 'changed', path, text, breaking: false });
  } else compareSchemas(asSchema(before), asSchema(after), { ...where, path });
}

/** `items`, and `prefixItems` each by its position. */
function compareItems(was: Schema, is: Schema, where: Where): void {
  const firsts = ({ prefixItems, items }: Schema) => listOf(prefixItems ?? items);
  const [before, after] = [firsts(was), firsts(is)];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const path = `${where.path}[${at}]`;
    compareSchemas(asSchema(before[at]), asSchema(after[at]), { ...where, path });
  }
  const rest = ({ items }: Schema) => asSchema(items);
  compareSchemas(rest(was), rest(is), { ...where, path: `${where.path}[]` });
}

/** The parts of `allOf`, each by its position. */
function compareAllOf(was: Schema, is: Schema, where: Where): void {
  const [before, after] = [listOf(was['allOf']), listOf(is['allOf'])];
  if (before.length !== after.length) return where.changes.add(notComparable(where.path));
  before.forEach((one, at) => compareSchemas(asSchema(one), asSchema(after[at]), where));
}

/** Every choice may have to be compared with every other. */
const maxChoices = 200;

/**
 * `anyOf` and `oneOf`: equal choices are unchanged, two choices of the same type are one that changed, and the rest was removed
 * or added.
 */
function compareChoices(was: readonly Schema[], is: readonly Schema[], where: Where): void {
  let gone = without(was, is);
  let added = without(is, was);
  if (gone.length + added.length > maxChoices) return where.changes.add(notComparable(where.path));
  for (const one of gone) {
    const alike = ({ doc, schema }: Of) => typesOf(resolve(schema, doc)).join();
    const two = added.find(
      (other) => alike({ schema: other, doc: where.is }) === alike({ schema: one, doc: where.was }),
    );
    if (two === undefined) continue;
    gone = gone.filter((other) => other !== one);
    added = added.filter((other) => other !== two);
    compareSchemas(one, two, where);
  }
  const types = (schemas: readonly Schema[], doc: Document) =>
    schemas.flatMap((schema) => typesOf(resolve(schema, doc)));
  const change = typesChange(where.path, {
    gone: types(gone, where.was),
    added: types(added, where.is),
  });
  if (change !== undefined) where.changes.add(change);
}

interface Of {
  readonly schema: Schema;
  readonly doc: Document;
}

function without(schemas: readonly Schema[], others: readonly Schema[]): Schema[] {
  const known = new Set(others.map(canonical));
  return schemas.filter((schema) => !known.has(canonical(schema)));
}

function strings(...sets: readonly ReadonlySet<unknown>[]): string[] {
  return sets.flatMap((set) => [...set].filter((one) => typeof one === 'string'));
}
