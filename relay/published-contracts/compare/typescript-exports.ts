import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { modifiersOf } from './typescript-types.ts';
import { referenceTo, type Declaration } from './typescript-syntax.ts';
import { readStatement } from './typescript-statements.ts';

/** The name under which a module gives out its default. */
const defaultName = 'default';

/** What the statements of a text declare, with what of it is exported. The default is called so, for nobody sees its own name. */
export function readDeclarations(source: ts.SourceFile): Declaration[] {
  const lists = source.statements.flatMap(listIn);
  const listed = new Set(lists.flatMap(({ elements }) => elements.map(nameHere)));
  const all = source.statements
    .filter((statement) => !listIn(statement).some(isPlain))
    .flatMap((statement) => readExported(statement, source))
    .map((one) => (listed.has(one.name) ? { ...one, isExported: true } : one));
  return withDefaultFunction([...all, ...listedElsewhere(lists.filter(isPlain), all)]);
}

function readExported(node: ts.Statement, source: ts.SourceFile): Declaration[] {
  const { SyntaxKind, isExportAssignment, isIdentifier } = typeScript();
  if (isExportAssignment(node) && isIdentifier(node.expression))
    return [defaultOf(node.expression.text)];
  const kinds = modifiersOf(node).map(({ kind }) => kind);
  const isExported = kinds.includes(SyntaxKind.ExportKeyword);
  const declared = readStatement(node, source);
  if (!kinds.includes(SyntaxKind.DefaultKeyword))
    return declared.map((one) => ({ ...one, isExported }));
  // Other types of the text may name a class, and nothing names a function.
  return declared.flatMap((one) =>
    one.kind === 'type' && one.name !== ''
      ? [{ ...one, isExported: false }, defaultOf(one.name)]
      : [{ ...one, name: defaultName, isExported }],
  );
}

/** `export default A` gives out what has a name already. */
function defaultOf(name: string): Declaration {
  const type = referenceTo(name, []);
  return {
    kind: 'type',
    name: defaultName,
    typeParameters: [],
    type,
    given: true,
    isExported: true,
  };
}

/** The list in `export { a, b as c }` of what stands in the same text or was imported. */
function listIn(node: ts.Statement): ts.NamedExports[] {
  const { isExportDeclaration, isNamedExports } = typeScript();
  if (!isExportDeclaration(node) || node.moduleSpecifier !== undefined) return [];
  const { exportClause } = node;
  return exportClause !== undefined && isNamedExports(exportClause) ? [exportClause] : [];
}

/** Whether nothing in it gets another name. */
function isPlain({ elements }: ts.NamedExports): boolean {
  return elements.every(({ propertyName }) => propertyName === undefined);
}

function nameHere({ name, propertyName }: ts.ExportSpecifier): string {
  return (propertyName ?? name).text;
}

/** What a list gives out of another text: only its name is known. */
function listedElsewhere(
  lists: readonly ts.NamedExports[],
  all: readonly Declaration[],
): Declaration[] {
  const here = new Set(all.map(({ name }) => name));
  return lists
    .flatMap(({ elements }) => elements.map(nameHere))
    .filter((name) => !here.has(name))
    .map((name) => ({ kind: 'unreadable', name, text: name, isExported: true }));
}

/** `function f() {} export default f` says the same as `export default function f() {}`. */
function withDefaultFunction(all: readonly Declaration[]): Declaration[] {
  const given = all.find(({ name }) => name === defaultName);
  const named = given?.kind === 'type' && given.type.kind === 'reference' ? given.type.name : '';
  const isIt = (one: Declaration) => one.kind === 'function' && one.name === named;
  if (!all.some(isIt) || all.some((one) => isIt(one) && one.isExported === true)) return [...all];
  return all.flatMap((one) => {
    if (one === given) return [];
    return isIt(one) ? [{ ...one, name: defaultName, isExported: true }] : [one];
  });
}
