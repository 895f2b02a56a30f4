import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError, type TomlTable, type TomlValue } from 'smol-toml';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { TomlFile } from '../../../shared/clients/common/planned-files.ts';
import { mark } from './mark.ts';
import type { SettingsEdit, UndoRecord } from './json-settings.ts';

export type DesiredTable = Pick<TomlFile, 'table' | 'values'>;

export interface TomlSettings {
  /** Whether coord's table is to be there. */
  wanted: boolean;
  desired: DesiredTable;
  undoRecord: UndoRecord | undefined;
}

/** A text around coord's part; `block` is undefined where there is none. */
interface Parts {
  before: string;
  block: string | undefined;
  after: string;
}

const first = `# ${mark} It replaces what stands from here to its last line.`;
const last = '# The last line that `coord init` wrote.';
/** The pointer of the whole file in an undo record. */
const root = '';

/**
 * Puts coord's table into a TOML text, as lines of its own between two marks, or takes them out again; every other
 * character stays. A parser only checks what comes of it: none keeps comments and order. `text` is undefined for a file
 * that does not exist. Refused: what is not TOML, and a text with a table of that name that is somebody else's.
 */
export function editTomlSettings(
  text: string | undefined,
  settings: TomlSettings,
): SettingsEdit | Refusal {
  const parts = partsOf(text ?? '');
  const document = parsed(parts.before + parts.after);
  if (isRefusal(document)) return document;
  return settings.wanted
    ? withTable(text, { parts, document, settings })
    : withoutTable(text, parts, settings);
}

interface Draft {
  parts: Parts;
  /** The text without coord's part. */
  document: TomlTable;
  settings: TomlSettings;
}

function withTable(
  text: string | undefined,
  { parts, document, settings: { desired, undoRecord } }: Draft,
): SettingsEdit | Refusal {
  const made = text === undefined ? [root] : [];
  const known = parts.block === undefined ? undefined : undoRecord;
  const own = tableAt(document, desired.table);
  if (own !== undefined && isSameServer(own, desired.values) && text !== undefined)
    return { text, undoRecord: known ?? { created: [], filled: {} }, lines: [] };
  const gap = parts.block === undefined ? gapAfter(parts.before) : '';
  const next = parts.before + gap + blockOf(desired, parts.before) + parts.after;
  const after = parsed(next);
  if (own !== undefined)
    return refuse('Conflict', `${nameOf(desired)} is there already and is not coord's`);
  if (isRefusal(after) || tableAt(after, desired.table) === undefined)
    return refuse('Conflict', closedFor(desired));
  return {
    text: next,
    undoRecord: known ?? { created: made, filled: { [root]: gap } },
    lines: next === text ? [] : [`+ ${nameOf(desired)} ${JSON.stringify(desired.values)}`],
  };
}

function withoutTable(
  text: string | undefined,
  { before, block, after }: Parts,
  { desired, undoRecord = { created: [], filled: {} } }: TomlSettings,
): SettingsEdit {
  if (block === undefined) return { text, undoRecord, lines: [] };
  const gap = undoRecord.filled[root] ?? '';
  const kept = before.endsWith(gap) ? before.slice(0, before.length - gap.length) : before;
  const rest = kept + after;
  const gone = rest === '' && undoRecord.created.includes(root);
  return { text: gone ? undefined : rest, undoRecord, lines: [`- ${nameOf(desired)}`] };
}

function partsOf(text: string): Parts {
  const start = text.indexOf(first);
  const end = start === -1 ? -1 : text.indexOf(last, start);
  if (end === -1) return { before: text, block: undefined, after: '' };
  const lineEnd = text.indexOf('\n', end);
  const stop = lineEnd === -1 ? text.length : lineEnd + 1;
  return { before: text.slice(0, start), block: text.slice(start, stop), after: text.slice(stop) };
}

/** A table at the end of a text takes nothing from what is before it. */
function blockOf({ table, values }: DesiredTable, before: string): string {
  const nested = table.reduceRight<TomlValue>((inner, key) => ({ [key]: inner }), { ...values });
  const lines = [first, stringify(nested as TomlTable).trimEnd(), last, ''].join('\n');
  return before.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
}

function gapAfter(before: string): string {
  if (before === '') return '';
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  return before.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
}

function tableAt(document: TomlTable, table: readonly string[]): TomlValue | undefined {
  return table.reduce<TomlValue | undefined>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

/** What the user wrote by hand and serves the same end is left to the user. */
function isSameServer(found: TomlValue, { command, args }: DesiredTable['values']): boolean {
  return isTable(found) && isDeepStrictEqual([found['command'], found['args']], [command, args]);
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}

function parsed(text: string): TomlTable | Refusal {
  try {
    return parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const [said = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const cause = said.replace(/^Invalid TOML document: /, '');
    const at = error instanceof TomlError ? `line ${error.line}, column ${error.column}: ` : '';
    return refuse('Conflict', `is not TOML: ${at}${cause}`);
  }
}

/** TOML takes nothing more for a table in braces, nor for a list of tables. */
function closedFor({ table }: DesiredTable): string {
  const [parent = ''] = table;
  return `has ${parent} in a form to which nothing can be added. Write it as tables first: [${parent}.NAME]`;
}

function nameOf({ table }: DesiredTable): string {
  return `[${table.join('.')}]`;
}
