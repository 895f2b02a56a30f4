/** The product's source files with their real imports and functions, read by the TypeScript parser. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

export interface Import {
  /** A path of this repository, or the name of a package. */
  readonly target: string;
  /** `value` is loaded with the file, `type` is gone after compilation, `lazy` is loaded when it is needed. */
  readonly kind: 'value' | 'type' | 'lazy';
}

export interface SourceFunction {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly lines: number;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly SourceFunction[];
}

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const layers = ['cli', 'daemon', 'relay', 'shared'] as const;

/** Every TypeScript file of a top folder. */
export function sourcesOf(layer: string): Source[] {
  return readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
    .filter((entry) => /\.tsx?$/.test(entry))
    .sort()
    .map((entry) => read(join(layer, entry)));
}

/** The files that belong to the product, without tests. */
export function productSources(): Source[] {
  return layers.flatMap(sourcesOf);
}

/** How many source files each folder has, without those of its folders. */
export function filesIn(sources: readonly Source[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of sources) {
    const folder = dirname(path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return folders;
}

/** Whether an import leads to a file of this repository. */
export function isLocal(target: string): boolean {
  return [...layers, 'test'].some((layer) => target.startsWith(`${layer}/`));
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const functions: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ ...found, target: resolved(path, found.target) });
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      functions.push(measured(tree, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, lines: text.split('\n').length - 1, imports, functions };
}

function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const kind = isTypeOnly(node.importClause) ? 'type' : 'value';
    return { target: node.moduleSpecifier.text, kind };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const target = (node.moduleSpecifier as ts.StringLiteral).text;
    return { target, kind: node.isTypeOnly ? 'type' : 'value' };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    if (argument !== undefined && ts.isStringLiteral(argument)) {
      return { target: argument.text, kind: 'lazy' };
    }
  }
  return undefined;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings))
    return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function resolved(from: string, target: string): string {
  return target.startsWith('.') ? normalize(join(dirname(from), target)) : target;
}

function measured(tree: ts.SourceFile, node: ts.SignatureDeclaration): SourceFunction {
  const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
  const last = tree.getLineAndCharacterOfPosition(node.end).line;
  return { name: nameOf(node), line: first + 1, lines: last - first + 1 };
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name.getText()
    : '(anonymous)';
}
