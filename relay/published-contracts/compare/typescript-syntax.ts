/** What of TypeScript's declarations counts when two versions are compared. `text` is the same for what is the same. */
export type TypeNode =
  | {
      readonly kind: 'union' | 'intersection';
      readonly parts: readonly TypeNode[];
      readonly text: string;
    }
  | { readonly kind: 'array'; readonly item: TypeNode; readonly text: string }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly text: string }
  | { readonly kind: 'function'; readonly signature: Signature; readonly text: string }
  | {
      readonly kind: 'reference';
      readonly name: string;
      readonly args: readonly TypeNode[];
      readonly text: string;
    }
  /** A literal, a keyword, or what is compared by its text alone. */
  | { readonly kind: 'other'; readonly text: string };

export interface Member {
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  readonly type: TypeNode;
}

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly rest: boolean;
  readonly type: TypeNode;
}

export interface Signature {
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly result: TypeNode;
}

/** A declaration by its name; that of a text that is nothing but a type is empty. */
export type Declaration =
  | {
      /** An interface, an alias, a constant; of a class what its instances are. */
      readonly kind: 'type';
      readonly name: string;
      readonly typeParameters: readonly string[];
      readonly type: TypeNode;
      /** Its values come from the one who published it; nobody else builds them. */
      readonly given: boolean;
    }
  | { readonly kind: 'function'; readonly name: string; readonly signatures: readonly Signature[] }
  | { readonly kind: 'enum'; readonly name: string; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'unreadable'; readonly name: string; readonly text: string };

export const other = (text: string): TypeNode => ({ kind: 'other', text });

export function arrayOf(item: TypeNode): TypeNode {
  return { kind: 'array', item, text: `(${item.text})[]` };
}

export function referenceTo(name: string, args: readonly TypeNode[]): TypeNode {
  const [item] = args;
  const isArray = name === 'Array' || name === 'ReadonlyArray';
  if (isArray && item !== undefined) return arrayOf(item);
  const given = args.length === 0 ? '' : `<${args.map(({ text }) => text).join(', ')}>`;
  return { kind: 'reference', name, args, text: `${name}${given}` };
}

export function combined(kind: 'union' | 'intersection', parts: readonly TypeNode[]): TypeNode {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const texts = parts.map(({ text }) => text);
  // The order of a union says nothing; that of an intersection only who is asked first.
  return { kind, parts, text: `(${texts.toSorted().join(kind === 'union' ? ' | ' : ' & ')})` };
}

export function objectOf(members: readonly Member[]): TypeNode {
  const texts = members.map(
    ({ name, optional, readonly, type }) =>
      `${readonly ? 'readonly ' : ''}${name}${optional ? '?' : ''}: ${type.text}`,
  );
  return { kind: 'object', members, text: `{ ${texts.toSorted().join('; ')} }` };
}

export function functionOf(signature: Signature): TypeNode {
  return { kind: 'function', signature, text: signatureText(signature) };
}

/** What a signature says; the names of its parameters do not count. */
export function signatureText({ typeParameters, parameters, result }: Signature): string {
  const given = parameters.map(
    ({ optional, rest, type }) => `${rest ? '...' : ''}${optional ? '?' : ''}${type.text}`,
  );
  return `(<${typeParameters.join(', ')}>(${given.join(', ')}) => ${result.text})`;
}
