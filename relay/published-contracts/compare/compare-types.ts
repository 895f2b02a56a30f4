import {
  allowedChange,
  byName,
  isAbsent,
  join,
  notComparable,
  type Changes,
  type Use,
  memberChange,
} from './changes.ts';
import { renamedParameters, renamedSignature } from './typescript-renamed.ts';
import {
  combined,
  objectOf,
  other,
  signatureText,
  type Declaration,
  type Member,
  type Signature,
  type TypeNode,
} from './typescript-syntax.ts';

/** One of the two versions. */
export interface Side {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** Whether it says of anything that it is exported. */
  readonly exportsSome: boolean;
}

/** The position of a comparison, and what the types are used for. */
export interface Where {
  readonly path: string;
  readonly use: Use;
  readonly was: Side;
  readonly is: Side;
  readonly changes: Changes;
  /** The pairs that are being compared further up, since types may be recursive. */
  readonly visited: Set<string>;
}

/** Types that name each other can be deeper than their text. */
const maxDepth = 100;

/** PUB-2: adds the differences between two types. A name that both use is compared where it is declared. */
export function compareTypes(before: TypeNode, after: TypeNode, where: Where): void {
  if (before.text === after.text || !where.changes.step()) return;
  if (before.kind === 'inferred' || after.kind === 'inferred')
    return where.changes.add(notComparable(where.path));
  const pair = `${before.text}\n${after.text}`;
  if (where.visited.has(pair)) return;
  if (where.visited.size > maxDepth) return where.changes.add(notComparable(where.path));
  where.visited.add(pair);
  comparePair(before, after, where);
  where.visited.delete(pair);
}

function comparePair(before: TypeNode, after: TypeNode, where: Where): void {
  if (isAlike(before, after, where)) return compareAlike(before, after, where);
  const [was, is] = [partsOf(before, where.was), partsOf(after, where.is)];
  const [gone, added] = [without(was, is), without(is, was)];
  const [oneGone, oneAdded] = [gone[0], added[0]];
  const single = gone.length === 1 && added.length === 1;
  const pairs = single && oneGone !== undefined && oneAdded !== undefined;
  if (pairs && isAlike(oneGone, oneAdded, where)) return compareTypes(oneGone, oneAdded, where);
  const texts = { gone: gone.map(({ text }) => text), added: added.map(({ text }) => text) };
  const named = { ...texts, between: ', ', was: before.text, is: after.text };
  const change = allowedChange({ ...where, whole: 'The type' }, named);
  if (change !== undefined) where.changes.add(change);
}

/** Whether two types can be compared part by part. */
function isAlike(before: TypeNode, after: TypeNode, { was, is }: Where): boolean {
  if (before.kind === 'array' || before.kind === 'function') return before.kind === after.kind;
  if (sameGeneric(before, after)) return true;
  return membersOf(before, was) !== undefined && membersOf(after, is) !== undefined;
}

function sameGeneric(before: TypeNode, after: TypeNode): boolean {
  if (before.kind !== 'reference' || after.kind !== 'reference') return false;
  return before.name === after.name && before.args.length === after.args.length;
}

function compareAlike(before: TypeNode, after: TypeNode, where: Where): void {
  if (before.kind === 'array' && after.kind === 'array') {
    compareTypes(before.item, after.item, { ...where, path: `${where.path}[]` });
  } else if (before.kind === 'function' && after.kind === 'function') {
    compareSignatures(before.signature, after.signature, where);
  } else if (
    before.kind === 'reference' &&
    after.kind === 'reference' &&
    sameGeneric(before, after)
  ) {
    before.args.forEach((arg, at) => compareTypes(arg, after.args[at] ?? arg, where));
  } else {
    compareMembers(membersOf(before, where.was) ?? [], membersOf(after, where.is) ?? [], where);
  }
}

function compareMembers(before: readonly Member[], after: readonly Member[], where: Where): void {
  const [was, is] = [byName(before), byName(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [one, two] = [different(was.get(name)), different(is.get(name))];
    const inside = { ...where, path: join(where.path, name) };
    if (one.length > 1 || two.length > 1) compareOverloads(one, two, inside);
    else compareMember(one[0], two[0], inside);
  }
}

function compareMember(before: Member | undefined, after: Member | undefined, where: Where): void {
  const change = memberChange(where, before, after);
  if (change !== undefined) where.changes.add(change);
  if (before === undefined || after === undefined) return;
  compareTypes(withoutAbsence(before), withoutAbsence(after), where);
}

/** Equal members of several parts of a type count as one. */
function different(members: readonly Member[] = []): Member[] {
  return [...new Map(members.map((member) => [objectOf([member]).text, member])).values()];
}

function compareOverloads(before: readonly Member[], after: readonly Member[], where: Where): void {
  const [was, is] = [signaturesIn(before), signaturesIn(after)];
  const all = was.length + is.length === before.length + after.length;
  if (all && was.length > 0 && is.length > 0) compareFunctions(was, is, where);
  else if (textOf(before) !== textOf(after)) where.changes.add(notComparable(where.path));
}

function signaturesIn(members: readonly Member[]): Signature[] {
  return members.flatMap(({ type }) => (type.kind === 'function' ? [type.signature] : []));
}

function textOf(members: readonly Member[]): string {
  return objectOf(members).text;
}

/** Functions by their signatures. Of an overloaded function, signatures that are in both versions are unchanged. */
export function compareFunctions(
  before: readonly Signature[],
  after: readonly Signature[],
  where: Where,
): void {
  const [was, is] = [new Set(before.map(signatureText)), new Set(after.map(signatureText))];
  const gone = before.filter((one) => !is.has(signatureText(one)));
  const added = after.filter((one) => !was.has(signatureText(one)));
  const [oneGone, oneAdded] = [gone[0], added[0]];
  const single = gone.length === 1 && added.length === 1;
  if (single && oneGone !== undefined && oneAdded !== undefined) {
    return compareSignatures(oneGone, oneAdded, where);
  }
  const { path, changes } = where;
  for (const signature of gone) {
    const text = `${path} can no longer be called as ${signatureText(signature)}.`;
    changes.add({ kind: 'removed', path, text, breaking: true });
  }
  for (const signature of added) {
    const text = `${path} can also be called as ${signatureText(signature)}.`;
    changes.add({ kind: 'added', path, text, breaking: false });
  }
}

/** Parameters, and those of types, by their positions, since callers do not see their names. */
function compareSignatures(before: Signature, given: Signature, where: Where): void {
  const names = renamedParameters(before.typeParameters, given.typeParameters);
  const after = names.size === 0 ? given : renamedSignature(given, names);
  const [was, is] = [before.typeParameters.join(', '), after.typeParameters.join(', ')];
  if (was !== is) {
    const text = `${where.path} was generic in <${was}> and is in <${is}>.`;
    where.changes.add({ kind: 'changed', path: where.path, text, breaking: true });
  }
  const [parameters, result]: [Use, Use] =
    where.use === 'given' ? ['got', 'given'] : ['given', 'got'];
  const count = Math.max(before.parameters.length, after.parameters.length);
  for (let at = 0; at < count; at += 1) {
    const [one, two] = [before.parameters[at], after.parameters[at]];
    const path = join(where.path, `(${two?.name ?? one?.name ?? ''})`);
    compareMember(asMember(one), asMember(two), { ...where, path, use: parameters });
  }
  compareTypes(before.result, after.result, {
    ...where,
    path: join(where.path, '()'),
    use: result,
  });
}

function asMember(parameter: Signature['parameters'][number] | undefined): Member | undefined {
  if (parameter === undefined) return undefined;
  const { name, optional, rest, type } = parameter;
  const shown = rest ? other(`...${type.text}`) : type;
  return { name, optional, readonly: false, type: shown };
}

/** The members of an object and of its bases; a base that is declared elsewhere is one member, `& Base`. */
function membersOf(
  type: TypeNode,
  side: Side,
  visited: readonly string[] = [],
): Member[] | undefined {
  if (type.kind === 'object') return [...type.members];
  if (type.kind === 'reference') {
    const [declared, ...more] = side.declarations.get(type.name) ?? [];
    const plain = declared?.kind === 'type' && declared.typeParameters.length === 0;
    if (!plain || more.length > 0 || visited.includes(type.name) || visited.length > 20)
      return undefined;
    return membersOf(declared.type, side, [...visited, type.name]);
  }
  if (type.kind !== 'intersection') return undefined;
  return type.parts.flatMap((part) => membersOf(part, side, visited) ?? [baseOf(part)]);
}

function baseOf(type: TypeNode): Member {
  return { name: `[& ${type.text}]`, optional: false, readonly: false, type };
}

/** The parts of a union, where a name of a union in the same text is replaced by its parts. */
function partsOf(type: TypeNode, side: Side, visited: readonly string[] = []): TypeNode[] {
  if (type.kind === 'union') return type.parts.flatMap((part) => partsOf(part, side, visited));
  if (type.text === 'boolean') return [other('true'), other('false')];
  if (type.kind !== 'reference' || visited.includes(type.name) || visited.length > 20)
    return [type];
  const [declared] = side.declarations.get(type.name) ?? [];
  const plain = declared?.kind === 'type' && declared.typeParameters.length === 0;
  if (!plain || (declared.type.kind !== 'union' && declared.type.kind !== 'other')) return [type];
  return partsOf(declared.type, side, [...visited, type.name]);
}

/** The parts of one union that another one does not allow. */
function without(parts: readonly TypeNode[], others: readonly TypeNode[]): TypeNode[] {
  const texts = new Set(others.map(({ text }) => text));
  const anything = texts.has('any') || texts.has('unknown');
  return parts.filter(({ kind, text }) => {
    if (anything || texts.has(text) || text === 'never') return false;
    if (kind === 'object' || kind === 'array') return !texts.has('object');
    const isText = kind === 'other' && /^["`]/.test(text) && texts.has('string');
    const isNumber = kind === 'other' && /^-?\d/.test(text) && texts.has('number');
    return !isText && !isNumber;
  });
}

/** `name?: string | undefined` is the same as `name?: string`. */
function withoutAbsence({ optional, type }: Member): TypeNode {
  if (!optional || type.kind !== 'union') return type;
  const present = type.parts.filter((part) => !isAbsent(part.text) || part.text === 'null');
  return present.length === type.parts.length ? type : combined('union', present);
}
