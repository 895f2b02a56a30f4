import type { ts } from '../parsed-file.ts';
import { isLoader, isStarter } from './mention-collector.ts';
import type { MentionWalk } from './mention-walk.ts';

/** Calls that load modules, or start programs. */
export function readCalls(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<ts.CallExpression>([kinds.CallExpression], (node) => {
    const { expression } = node;
    const [first] = node.arguments;
    const names = walk.namesOf(expression);
    const isImport = expression.kind === kinds.ImportKeyword;
    const isRequire = compiler.isIdentifier(expression) && expression.text === 'require';
    if (isImport || isRequire || walk.isCreateRequire(expression)) readLoad(walk, first);
    else if (isLoader(names)) loadLiteral(walk, first);
    if (isStarter(names)) walk.found.start(walk.textOf(first) ?? '');
    walk.notePlace(names.at(-1), first);
    walk.visitChildren(node);
  });
  walk.on<ts.TaggedTemplateExpression>([kinds.TaggedTemplateExpression], (node) => {
    if (isStarter(walk.namesOf(node.tag))) walk.found.start('');
    walk.visitChildren(node);
  });
}

/** Of a name that is put together, only a constant beginning says what it can be. */
function readLoad(walk: MentionWalk, argument: ts.Expression | undefined): void {
  const { compiler } = walk;
  if (argument === undefined || loadLiteral(walk, argument)) return;
  let begun = argument;
  while (compiler.isBinaryExpression(begun)) begun = begun.left;
  const text = compiler.isTemplateExpression(begun) ? begun.head.text : walk.textOf(begun);
  if (text === undefined || !walk.found.begin(text)) walk.found.loadsUnknown = true;
}

function loadLiteral(walk: MentionWalk, argument: ts.Expression | undefined): boolean {
  const module = walk.textOf(argument);
  if (module !== undefined) walk.found.load(module);
  return module !== undefined;
}
