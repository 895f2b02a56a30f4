import { hookEffects, type HookEvent } from './hook-effects.ts';

/** What a hook body says of a file and a tool. */
export interface FileFields {
  readonly event: HookEvent;
  readonly file_path?: string | undefined;
  readonly file?: string | undefined;
  readonly path?: string | undefined;
  readonly filePath?: string | undefined;
  readonly target_file?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly tool_input?: Readonly<Record<string, unknown>> | undefined;
}

/** The field for a file, and what clients call it too; the first that is there counts. */
const fileFields = ['file_path', 'filePath', 'path', 'file', 'target_file'] as const;

/** The tools that write files, by the names that clients give them. Their adapters know which belong to whom. */
const writingTools: ReadonlySet<string> = new Set([
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Delete',
  'write',
  'edit',
  'multiedit',
  'patch',
  'apply_patch',
  'write_file',
  'replace',
  'edit_file',
  'search_replace',
  'str_replace',
  'create_file',
  'createFile',
  'editFiles',
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'insert_edit_into_file',
  'edit_notebook_file',
]);

/** These read as well: their command says which. */
const editorTools: ReadonlySet<string> = new Set([
  'str_replace_editor',
  'str_replace_based_edit_tool',
]);

const oldTexts = ['old_string', 'oldString', 'old_str'];

/**
 * The file that a hook body names: in `file_path`, else under another name, else in the tool's input. The last two only for
 * what can be a write: a tool that reads names a file too.
 */
export function filePathIn(body: FileFields): string | undefined {
  if (body.file_path !== undefined) return body.file_path;
  const isWriting = isWrite(body);
  const named = isWriting || body.tool_name === undefined ? pathIn(body) : undefined;
  return named ?? (isWriting ? pathIn(body.tool_input) : undefined);
}

/** Whether it asks about a write without naming the file: to allow that would be to check nothing. */
export function lacksFile(body: FileFields): boolean {
  if (body.file_path !== undefined || hookEffects[body.event] !== 'check') return false;
  return isWrite(body) && filePathIn(body) === undefined;
}

function pathIn(fields: object | undefined): string | undefined {
  if (fields === undefined) return undefined;
  for (const name of fileFields) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function isWrite({ tool_name: tool, tool_input: input = {} }: FileFields): boolean {
  if (tool !== undefined && writingTools.has(tool)) return true;
  if (tool !== undefined && editorTools.has(tool)) return input['command'] !== 'view';
  if (holdsReplacement(input) || typeof input['file_text'] === 'string') return true;
  // A tool that is known by its name can say something else with it.
  return tool === undefined && typeof input['content'] === 'string';
}

function holdsReplacement(input: Readonly<Record<string, unknown>>): boolean {
  const edits: unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input];
  return edits.some(
    (edit) => typeof edit === 'object' && edit !== null && oldTexts.some((name) => name in edit),
  );
}
