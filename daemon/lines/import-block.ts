import type { LineSpan } from '../../shared/reservations/lines.ts';
import { type Hunk, newLines, oldLines } from './line-diff.ts';
import type { TextLines } from './text-lines.ts';

/** A name that comes in. `from` is its name in the module: `default` (also what `require` answers), `*`, or one of a list. */
export interface ImportedName {
  readonly slot: 'default' | '*' | 'list';
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Without names the module only runs. The stretch is its lines; `text` ends before the line end. */
export interface ImportStatement extends LineSpan {
  readonly how: 'import' | 'require';
  readonly module: string;
  /** `import type` */
  readonly isType: boolean;
  readonly quote: string;
  readonly names: readonly ImportedName[];
  readonly text: string;
}

export interface ImportBlock {
  /** What each line at the top of the file is, up to the first line of other code. */
  readonly kinds: readonly ('import' | 'blank' | 'comment' | 'directive')[];
  /** What is imported, and under which names: one text for each. Directives (`'use strict'`) are among them. */
  readonly imported: ReadonlySet<string>;
  readonly statements: readonly ImportStatement[];
}

type Kind = ImportBlock['kinds'][number];

interface Statement {
  readonly kind: Kind;
  readonly length: number;
  readonly imported: readonly string[];
  readonly statement?: Omit<ImportStatement, keyof LineSpan>;
}

const name = String.raw`[A-Za-z_$][\w$]*`;
const list = String.raw`\{[^{}'"\x60/]*\}`;
const moduleName = String.raw`(?<quote>['"])(?<module>[^'"\\\n]+)\k<quote>`;
const lineEnd = String.raw`[ \t]*(?<comment>//[^\n]*)?\r?(?:\n|$)`;
/** A statement without a semicolon may go on with the next line. */
const end = String.raw`(?:[ \t]*;|(?![ \t\r\n]*(?:[.(\[\x60,+\-*?&|=]|/(?![/*])|with\b|assert\b)))${lineEnd}`;

const blank = /[ \t]*\r?\n|[ \t]+$/y;
const comment =
  /(?:#![^\n]*|[ \t]*\/\/[^\n]*|[ \t]*\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/[ \t]*\r?)(?:\n|$)/y;
const directive = new RegExp(String.raw`('use \w+'|"use \w+")${end}`, 'y');
const sideEffect = new RegExp(String.raw`import\s*${moduleName}${end}`, 'y');
const declaration = new RegExp(
  String.raw`import(?<type>\s+type(?!\s+from\b|\s*,))?(?:\s+(?<whole>${name})(?=\s*,|\s+from\b))?(?:\s*,)?\s*` +
    String.raw`(?:\*\s*as\s+(?<space>${name})\s+|(?<list>${list})\s*)?from\s*${moduleName}${end}`,
  'y',
);
const required = new RegExp(
  String.raw`const\s+(?:(?<whole>${name})|(?<list>${list}))\s*=\s*require\(\s*${moduleName}\s*\)${end}`,
  'y',
);
const listed = new RegExp(
  String.raw`^(?<type>type\s+)?(?<from>${name})(?:(?:\s+as\s+|\s*:\s*)(?<to>${name}))?$`,
);

/** Reads the imports at the top of a TypeScript or JavaScript file. It ends at the first line that it cannot read. */
export function importBlock(text: string): ImportBlock {
  const kinds: Kind[] = [];
  const imported = new Set<string>();
  const statements: ImportStatement[] = [];
  for (let at = 0; at < text.length;) {
    const statement = statementAt(text, at);
    // Behind an import `'use strict'` directs nothing.
    const isLate = statement?.kind === 'directive' && kinds.includes('import');
    if (statement === undefined || isLate) break;
    at += statement.length;
    const start = kinds.length;
    const end = start + lineCount(text.slice(at - statement.length, at));
    while (kinds.length < end) kinds.push(statement.kind);
    for (const one of statement.imported) imported.add(one);
    if (statement.statement !== undefined) statements.push({ start, end, ...statement.statement });
  }
  return { kinds, imported, statements };
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function statementAt(text: string, at: number): Statement | undefined {
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text) ?? undefined;
  };
  const statement = (kind: Kind, [{ length }]: RegExpExecArray, imported: string[]) => ({
    kind,
    length,
    imported,
  });
  const skipped = matched(blank);
  if (skipped !== undefined) return statement('blank', skipped, []);
  const remark = matched(comment);
  if (remark !== undefined) return statement('comment', remark, []);
  const directed = matched(directive);
  if (directed !== undefined) return statement('directive', directed, [directed[1] ?? '']);
  const found = matched(sideEffect) ?? matched(declaration) ?? matched(required);
  const read = found && importIn(found);
  if (found === undefined || read === undefined) return undefined;
  // A comment belongs to no import, so a change of it is not only one of imports.
  const kind = found.groups?.['comment'] === undefined ? 'import' : 'comment';
  return { ...statement(kind, found, importedBy(read)), statement: read };
}

/** `undefined` when the list of names cannot be read. */
function importIn(found: RegExpExecArray): Statement['statement'] {
  const { type, whole, space, list: listText, module = '', quote = '' } = found.groups ?? {};
  const isType = type !== undefined;
  const names: ImportedName[] = [];
  if (whole !== undefined) names.push({ slot: 'default', from: 'default', to: whole, isType });
  if (space !== undefined) names.push({ slot: '*', from: '*', to: space, isType });
  for (const part of partsOf(listText)) {
    const { from, to = from, type: ownType } = listed.exec(part)?.groups ?? {};
    if (from === undefined || to === undefined) return undefined;
    names.push({ slot: 'list', from, to, isType: isType || ownType !== undefined });
  }
  const text = found[0].trimEnd();
  const how = text.startsWith('import') ? 'import' : 'require';
  return { how, module, isType, quote, names, text };
}

/** One text for each name that comes in. */
function importedBy({ how, module, names }: NonNullable<Statement['statement']>): string[] {
  if (names.length === 0) return [JSON.stringify([how, module])];
  return names.map(({ slot, from, to, isType }) =>
    JSON.stringify([how, module, slot, from, to, isType]),
  );
}

function partsOf(names: string | undefined): string[] {
  return (names ?? '{}')
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Whether a hunk of a TypeScript or JavaScript file only adds imports: its lines on both sides are import declarations,
 * constants of `require` or blank, above all other code, and what was imported before is imported after. Two such hunks
 * are joined by hand without a thought, so they are no reason to deny. Whatever is in doubt is not one.
 */
export function onlyAddsImports(before: TextLines, after: TextLines, hunk: Hunk): boolean {
  const [earlier, later] = [importsAtTop(before), importsAtTop(after)];
  const added = kindsIn(later, newLines(hunk));
  const taken = kindsIn(earlier, oldLines(hunk));
  if (added === undefined || taken === undefined) return false;
  const isOther = [...added, ...taken].some((kind) => kind !== 'import' && kind !== 'blank');
  if (isOther || !added.includes('import')) return false;
  return [...earlier.imported].every((name) => later.imported.has(name));
}

/** `undefined` when the lines are not all above the other code. */
function kindsIn(
  { kinds }: ImportBlock,
  { start, end }: LineSpan,
): ImportBlock['kinds'] | undefined {
  return end > kinds.length ? undefined : kinds.slice(start, end);
}

/** One text is compared with several others, and has several hunks. */
const blocks = new WeakMap<TextLines, ImportBlock>();

/** The imports at the top of a file. */
export function importsAtTop(lines: TextLines): ImportBlock {
  const known = blocks.get(lines);
  if (known !== undefined) return known;
  const block = importBlock(lines.text);
  blocks.set(lines, block);
  return block;
}
