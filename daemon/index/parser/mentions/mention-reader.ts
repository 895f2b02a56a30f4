import { maxSearchedLength } from '../../../kernel/text-limits.ts';
import type { Compiler } from '../tree/compiler.ts';
import type { ts } from '../parsed-file.ts';
import { isCommonJs } from '../tree/syntax.ts';
import { runsOnLoad } from './class-parts.ts';
import { noMentions, type FileMentions } from './file-mentions.ts';
import { MentionCollector } from './mention-collector.ts';
import { MentionWalk } from './mention-walk.ts';
import { readCalls } from './read-calls.ts';
import { readDeclarations, readRequires } from './read-declarations.ts';
import { readValues } from './read-values.ts';

/** Answers a function that reads what a tree names; the tree may have syntax errors. */
export function createMentionReader(compiler: Compiler): (source: ts.SourceFile) => FileMentions {
  const walk = new MentionWalk(compiler);
  for (const read of [readNames, readTexts, readDeclarations, readValues, readCalls]) read(walk);
  return (source) => {
    walk.found = new MentionCollector();
    for (const { fileName } of source.referencedFiles) walk.found.literal(fileName);
    const isRequiring = isCommonJs(source);
    for (const statement of source.statements)
      if (!isRequiring || !readRequires(walk, statement)) walk.visit(statement);
    return walk.found.mentions();
  };
}

/** What a text names that is too long to be parsed, or too deep: what it loads. Such files are generated, or data. */
export function loadsOf(compiler: Compiler, text: string): FileMentions {
  const { importedFiles } = compiler.preProcessFile(text.slice(0, maxSearchedLength), true, true);
  return { ...noMentions, loads: importedFiles.map(({ fileName }) => fileName) };
}

/** Names that say what the code does: reads files, lists folders, runs when it is loaded. */
function readNames(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<ts.Identifier>([kinds.Identifier], ({ text }) => walk.found.signs.note(text));
  walk.on<ts.MetaProperty>([kinds.MetaProperty], ({ keywordToken }) => {
    if (keywordToken === kinds.ImportKeyword) walk.found.signs.note('import.meta');
  });
  walk.on<ts.PropertyAccessExpression>([kinds.PropertyAccessExpression], (node) => {
    const { expression, name } = node;
    if (compiler.isIdentifier(expression)) walk.found.signs.note(`${expression.text}.${name.text}`);
    if (loadsByPattern(walk, node)) walk.found.loadsUnknown = true;
    walk.visitChildren(node);
  });
  walk.on<ts.ClassLikeDeclaration>([kinds.ClassDeclaration, kinds.ClassExpression], (node) => {
    walk.found.runsClassParts ||= runsOnLoad(compiler, node);
    walk.visitChildren(node);
  });
}

/** `import.meta.glob` and `require.context` of builders. */
function loadsByPattern(
  { compiler, kinds }: MentionWalk,
  { expression, name }: ts.PropertyAccessExpression,
): boolean {
  if (expression.kind === kinds.MetaProperty) return name.text.startsWith('glob');
  const isOfRequire = compiler.isIdentifier(expression) && expression.text === 'require';
  return isOfRequire && name.text === 'context';
}

function readTexts(walk: MentionWalk): void {
  const { kinds } = walk;
  walk.on<ts.LiteralLikeNode>(
    [
      kinds.StringLiteral,
      kinds.NoSubstitutionTemplateLiteral,
      kinds.TemplateHead,
      kinds.TemplateMiddle,
      kinds.TemplateTail,
    ],
    ({ text }) => walk.found.literal(text),
  );
  walk.on<ts.TemplateExpression>([kinds.TemplateExpression], (node) => {
    walk.found.begin(node.head.text);
    walk.visitChildren(node);
  });
}
