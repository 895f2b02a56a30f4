import type { ts } from '../parsed-file.ts';
import type { MentionWalk } from './mention-walk.ts';

/** Values with a name, and paths that are put together. */
export function readValues(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<Named>(
    [
      kinds.PropertyAssignment,
      kinds.PropertyDeclaration,
      kinds.VariableDeclaration,
      kinds.Parameter,
      kinds.BindingElement,
      kinds.JsxAttribute,
    ],
    (node) => {
      noteValue(walk, (node.name as { readonly text?: string }).text, node.initializer);
      walk.visitChildren(node);
    },
  );
  walk.on<ts.BinaryExpression>([kinds.BinaryExpression], (node) => {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === kinds.PlusToken) noteFolder(walk, left);
    if (operatorToken.kind === kinds.EqualsToken) noteValue(walk, walk.namesOf(left).at(-1), right);
    walk.visitChildren(node);
  });
  walk.on<ts.NewExpression>([kinds.NewExpression], (node) => {
    const name = compiler.isIdentifier(node.expression) ? node.expression.text : '';
    walk.found.signs.note(`new ${name}`);
    walk.notePlace(name, node.arguments?.[0]);
    walk.visitChildren(node);
  });
}

/** `'./locales/' + name`. The same with `./` alone is as often a part of an address. */
function noteFolder(walk: MentionWalk, left: ts.Expression): void {
  const begun = walk.textOf(left);
  if (begun !== undefined && /^\.\.?\/\S*\/$/.test(begun)) walk.found.begin(begun);
}

function noteValue(walk: MentionWalk, name: string | undefined, value: ts.Node | undefined): void {
  walk.notePlace(name, value);
  if (name !== 'require' && walk.isCreateRequire(value)) walk.found.loadsUnknown = true;
}

type Named =
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.JsxAttribute;
