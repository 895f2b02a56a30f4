/** What a client calls its own tools that write files, and those that run shell commands. */
export interface ToolNames {
  readonly writing: readonly string[];
  readonly shell: readonly string[];
}

/**
 * The names that more than a client's adapter has to know: its settings match them, and a hook body of the interface, which
 * names no client, is read by those of all clients.
 */
export const toolNames = {
  'claude-code': { writing: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'], shell: ['Bash'] },
  codex: { writing: ['apply_patch'], shell: ['Bash'] },
  cursor: { writing: ['Write', 'Delete'], shell: ['Shell'] },
  gemini: { writing: ['write_file', 'replace'], shell: ['run_shell_command'] },
  opencode: { writing: ['write', 'edit', 'multiedit', 'patch', 'apply_patch'], shell: ['bash'] },
  vscode: {
    writing: [
      ...['create_file', 'createFile', 'editFiles', 'insert_edit_into_file', 'edit_notebook_file'],
      ...['replace_string_in_file', 'multi_replace_string_in_file', 'apply_patch'],
    ],
    shell: ['run_in_terminal', 'runTerminalCommand'],
  },
  others: { writing: ['edit_file', 'search_replace', 'str_replace'], shell: [] },
} satisfies Record<string, ToolNames>;

const ofAll: readonly ToolNames[] = Object.values(toolNames);
export const writingTools: ReadonlySet<string> = new Set(ofAll.flatMap(({ writing }) => writing));
export const shellTools: ReadonlySet<string> = new Set(ofAll.flatMap(({ shell }) => shell));
