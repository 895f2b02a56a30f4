export interface ImportBlock {
  /** What each line at the top of the file is, up to the first line of other code. */
  readonly kinds: readonly ('import' | 'blank' | 'comment' | 'directive')[];
  /** What is imported, and under which names: one text for each. Directives (`'use strict'`) are among them. */
  readonly imported: ReadonlySet<string>;
}

type Kind = ImportBlock['kinds'][number];

interface Statement {
  readonly kind: Kind;
  readonly length: number;
  readonly imported: readonly string[];
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
  for (let at = 0; at < text.length;) {
    const statement = statementAt(text, at);
    // Behind an import `'use strict'` directs nothing.
    const isLate = statement?.kind === 'directive' && kinds.includes('import');
    if (statement === undefined || isLate) break;
    at += statement.length;
    const until = kinds.length + lineCount(text.slice(at - statement.length, at));
    while (kinds.length < until) kinds.push(statement.kind);
    for (const one of statement.imported) imported.add(one);
  }
  return { kinds, imported };
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
  const imported = found && importedBy(found);
  if (found === undefined || imported === undefined) return undefined;
  // A comment belongs to no import, so a change of it is not only one of imports.
  const kind = found.groups?.['comment'] === undefined ? 'import' : 'comment';
  return statement(kind, found, imported);
}

/** One text for each name that comes in; `undefined` when the list of names cannot be read. */
function importedBy(found: RegExpExecArray): string[] | undefined {
  const { type, whole, space, list: names, module = '' } = found.groups ?? {};
  const how = found[0].startsWith('import') ? 'import' : 'require';
  const text = (...parts: (string | undefined)[]) => JSON.stringify([how, module, ...parts]);
  const result: string[] = [];
  if (whole !== undefined) result.push(text('default', whole, type?.trim()));
  if (space !== undefined) result.push(text('*', space, type?.trim()));
  for (const part of partsOf(names)) {
    const { from, to, type: ownType } = listed.exec(part)?.groups ?? {};
    if (from === undefined) return undefined;
    result.push(text('name', from, to ?? from, (type ?? ownType)?.trim()));
  }
  // Without a name the module only runs.
  return result.length === 0 ? [text()] : result;
}

function partsOf(names: string | undefined): string[] {
  return (names ?? '{}')
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
