import {
  arrayOf,
  combined,
  functionOf,
  objectOf,
  other,
  referenceTo,
  type Signature,
  type TypeNode,
} from './typescript-syntax.ts';

type Names = ReadonlyMap<string, string>;

/** PUB-2: which type parameters have another name at the same place, which nobody sees: the name before by the one after. */
export function renamedParameters(before: readonly string[], after: readonly string[]): Names {
  const pairs = after.flatMap((text, at) => {
    const [was, is] = [nameIn(before[at]), nameIn(text)];
    return was === '' || was === is ? [] : [[is, was] as const];
  });
  return new Map(pairs);
}

/** The name in `const T extends X = Y`. */
function nameIn(text = ''): string {
  return /^(?:(?:const|in|out) )*([\p{L}\p{N}_$]+)/u.exec(text)?.[1] ?? '';
}

/** A text of a type with these names in place of its own. */
export function renamedText(text: string, names: Names): string {
  return text.replace(/[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => names.get(word) ?? word);
}

/** A type with these names in place of its own. */
export function renamedType(type: TypeNode, names: Names): TypeNode {
  const inside = (one: TypeNode) => renamedType(one, names);
  if (type.kind === 'array') return arrayOf(inside(type.item));
  if (type.kind === 'function') return functionOf(renamedSignature(type.signature, names));
  if (type.kind === 'reference')
    return referenceTo(names.get(type.name) ?? type.name, type.args.map(inside));
  if (type.kind === 'object')
    return objectOf(type.members.map((one) => ({ ...one, type: inside(one.type) })));
  if (type.kind === 'union' || type.kind === 'intersection')
    return combined(type.kind, type.parts.map(inside));
  const text = renamedText(type.text, names);
  return type.kind === 'inferred' ? { ...type, text } : other(text);
}

/** A signature with these names in place of its own. */
export function renamedSignature(signature: Signature, names: Names): Signature {
  return {
    typeParameters: signature.typeParameters.map((text) => renamedText(text, names)),
    parameters: signature.parameters.map((one) => ({ ...one, type: renamedType(one.type, names) })),
    result: renamedType(signature.result, names),
  };
}
