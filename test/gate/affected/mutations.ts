import { ts } from 'ts-morph';
import { randomFrom } from '../../support/random.ts';

/** One small fault, as the text that replaces a part of a file. */
export interface Mutation {
  readonly path: string;
  readonly kind: 'negate' | 'operator' | 'constant' | 'throw';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
}

const swapped: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '+': '-',
  '-': '+',
  '*': '+',
  '&&': '||',
  '||': '&&',
};

/** Every fault that can be planted in the file. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (kind: Mutation['kind'], node: { start: number; end: number }, replacement: string) =>
    found.push({
      path,
      kind,
      ...node,
      text: replacement,
      line: source.getLineAndCharacterOfPosition(node.start).line + 1,
    });
  const span = (node: ts.Node) => ({ start: node.getStart(source), end: node.end });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIfStatement(node) || ts.isWhileStatement(node))
      add('negate', span(node.expression), `!(${node.expression.getText(source)})`);
    if (ts.isConditionalExpression(node))
      add('negate', span(node.condition), `!(${node.condition.getText(source)})`);
    if (ts.isBinaryExpression(node)) {
      const other = swapped[node.operatorToken.getText(source)];
      if (other !== undefined) add('operator', span(node.operatorToken), other);
    }
    if (ts.isNumericLiteral(node)) add('constant', span(node), `(${node.text} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add('constant', span(node), 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add('constant', span(node), 'true');
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const start = node.body.getStart(source) + 1;
      add('throw', { start, end: start }, ' throw new Error("planted");');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function withMutation(text: string, { start, end, text: replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** A repeatable choice of `count` faults, spread over the files and the kinds. */
export function choose(all: readonly Mutation[], count: number, seed: number): Mutation[] {
  const random = randomFrom(seed);
  const byFile = grouped(all);
  const files = [...byFile.values()];
  const chosen: Mutation[] = [];
  while (chosen.length < count && files.some((left) => left.length > 0)) {
    const left = files[Math.floor(random() * files.length)] ?? [];
    const kinds = [...new Set(left.map(({ kind }) => kind))];
    const kind = kinds[Math.floor(random() * kinds.length)];
    const candidates = left.filter((one) => one.kind === kind);
    const one = candidates[Math.floor(random() * candidates.length)];
    if (one === undefined) continue;
    left.splice(left.indexOf(one), 1);
    chosen.push(one);
  }
  return chosen;
}

function grouped(all: readonly Mutation[]): Map<string, Mutation[]> {
  const groups = new Map<string, Mutation[]>();
  for (const one of all) groups.set(one.path, [...(groups.get(one.path) ?? []), one]);
  return groups;
}
