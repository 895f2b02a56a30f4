/** A type as far as it matters for comparing two versions. Equal types have equal `text`. */
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
  /** A literal, a keyword, or a type that is compared by its text only. */
  | { readonly kind: 'other'; readonly text: string }
  /** What only the compiler knows, by the expressions that it comes from. */
  | { readonly kind: 'inferred'; readonly text: string };

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

/** A declaration. Its name is empty when the whole text is a type without a name. */
export type Declaration = Declared & {
  /** Whether users can import it by its name. */
  readonly isExported?: boolean;
};

type Declared =
  | {
      /** An interface, an alias, or a constant; for a class the type of its instances. */
      readonly kind: 'type';
      readonly name: string;
      readonly typeParameters: readonly string[];
      readonly type: TypeNode;
      /** Only the publisher creates its values (a constant or a class), so users only read them. */
      readonly given: boolean;
    }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly signatures: readonly Signature[];
      /** Whether it has a body. */
      readonly isMade: boolean;
    }
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
  // The order of the parts does not matter for a comparison.
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

/** The text of a signature, without the names of its parameters. */
export function signatureText({ typeParameters, parameters, result }: Signature): string {
  const given = parameters.map(
    ({ optional, rest, type }) => `${rest ? '...' : ''}${optional ? '?' : ''}${type.text}`,
  );
  const generic = typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`;
  return `(${generic}(${given.join(', ')}) => ${result.text})`;
}
