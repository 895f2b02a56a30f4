import { limits } from '../contract/limits.ts';
import { isRecord } from '../kernel/json.ts';
import { hookEffects, type HookEvent } from './hook-effects.ts';
import { writingTools } from './tool-names.ts';

/** What a hook body says of a file and a tool. */
export interface FileFields {
  readonly event: HookEvent;
  readonly file_path?: string | undefined;
  readonly file?: string | undefined;
  readonly path?: string | undefined;
  readonly filePath?: string | undefined;
  readonly target_file?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly tool_input?: Fields | undefined;
}

/** The field for a file, and what clients call it too. */
const fileFields = ['file_path', 'filePath', 'path', 'file', 'target_file'] as const;

/** Where the input of a tool that writes several files lists them. */
const listFields = ['edits', 'replacements', 'files'] as const;

/** The tools that only read, by the names that clients give them. */
const readingTools: ReadonlySet<string> = new Set([
  'Read',
  'NotebookRead',
  'Glob',
  'Grep',
  'LS',
  'read',
  'glob',
  'grep',
  'list',
  'view',
  'read_file',
  'readFile',
  'read_many_files',
  'list_dir',
  'list_directory',
  'list_files',
  'search_files',
  'search_file_content',
  'grep_search',
  'file_search',
  'codebase_search',
]);

/** These read as well: their command says which. */
const editorTools: ReadonlySet<string> = new Set([
  'str_replace_editor',
  'str_replace_based_edit_tool',
]);

const oldTexts = ['old_string', 'oldString', 'old_str'];

type Fields = Readonly<Record<string, unknown>>;

/** A file as a hook body names it. */
export interface NamedFile {
  readonly path: string;
  /** What the tool does there: its input, or the part of it that is about this file. */
  readonly input: Fields | undefined;
}

/**
 * Every file that a hook body names: first `file_path`, then those under other names, then those in the tool's input. All
 * but the first only for what can be a write: a tool that reads names a file too. What only reads, by its name, names none
 * at all. Each is there once, unless several parts of the input are about it. Of more than `limits.filesPerHook` only as many as show that there are more.
 */
export function filesIn(body: FileFields): NamedFile[] {
  const { file_path: path, tool_name: tool, tool_input: input } = body;
  const isWriting = isWrite(body);
  if (!isWriting && isReader(tool)) return [];
  const files: NamedFile[] = path === undefined ? [] : [{ path, input }];
  if (!isWriting && tool !== undefined) return files;
  addNamed(files, body, input);
  if (input !== undefined && (isWriting || path !== undefined)) addInput(files, input);
  return files;
}

/** Only a list in the tool's input can name so many: on the hot path nobody looks twice. */
export function namesTooMany(body: FileFields): boolean {
  return body.tool_input !== undefined && filesIn(body).length > limits.filesPerHook;
}

/** The first of the files that a hook body names: what its `symbol_ids` and `changes` are about. */
export function filePathIn(body: FileFields): string | undefined {
  return filesIn(body)[0]?.path;
}

function addInput(files: NamedFile[], input: Fields): void {
  addNamed(files, input, input);
  for (const field of listFields) {
    const items = input[field];
    if (!Array.isArray(items)) continue;
    for (const item of items as unknown[]) {
      if (files.length > limits.filesPerHook) return;
      if (isRecord(item)) addNamed(files, item, item);
      else if (typeof item === 'string' && field === 'files') files.push({ path: item, input });
    }
  }
}

function addNamed(files: NamedFile[], fields: object, input: NamedFile['input']): void {
  for (const name of fileFields) {
    const path = (fields as Fields)[name];
    if (typeof path !== 'string' || path === '') continue;
    const isNamed = files.some((file) => file.path === path && file.input === input);
    if (!isNamed) files.push({ path, input });
  }
}

/** Whether it asks about a write without naming the file: to allow that would be to check nothing. */
export function lacksFile(body: FileFields): boolean {
  if (body.file_path !== undefined || hookEffects[body.event] !== 'check') return false;
  return isWrite(body) && filePathIn(body) === undefined;
}

function isWrite({ tool_name: tool, tool_input: input = {} }: FileFields): boolean {
  if (tool !== undefined && writingTools.has(tool)) return true;
  if (tool !== undefined && editorTools.has(tool)) return input['command'] !== 'view';
  if (holdsReplacement(input) || typeof input['file_text'] === 'string') return true;
  // A tool that is known by its name can say something else with it.
  return tool === undefined && typeof input['content'] === 'string';
}

/** Whether a tool that does not write this time only reads. */
function isReader(tool: string | undefined): boolean {
  return tool !== undefined && (readingTools.has(tool) || editorTools.has(tool));
}

function holdsReplacement(input: Fields): boolean {
  const edits: unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input];
  return edits.some(
    (edit) => typeof edit === 'object' && edit !== null && oldTexts.some((name) => name in edit),
  );
}
