import { anthropicMessages } from './models/anthropic.ts';
import { googleGenerate } from './models/google.ts';
import { openaiResponses } from './models/openai.ts';
import { edit, read } from './observer/bench.ts';
import type { Project } from './project.ts';
import { runClaudeCode } from './run-claude-code.ts';
import type { ClientRun, RunOptions } from './run-client.ts';
import { runCodex } from './run-codex.ts';
import { runGemini } from './run-gemini.ts';
import type { Dialect, Said } from './scripted-model.ts';

/** A real client, and how its model says what every coding agent does. */
export interface AgentClient {
  /** As in `coord init --client`. */
  name: string;
  dialect: Dialect;
  run(options: RunOptions): Promise<ClientRun>;
  /** Reads `src/auth.ts`, which some clients want before an edit. */
  look(project: Project): Said;
  /** An edit of `src/auth.ts`; `from` stands within one line. */
  edit(project: Project, from: string, to: string): Said;
  /** A call of one of coord's tools. */
  tool(name: string, input: Record<string, unknown>): Said;
}

export function claudeCode(binary: string): AgentClient {
  return {
    name: 'claude-code',
    dialect: anthropicMessages,
    run: (options) => {
      const servers = ['--mcp-config', `${options.folder}/.mcp.json`];
      const args = [...servers, '--allowedTools', 'mcp__coord'];
      return runClaudeCode({ ...options, binary, args });
    },
    look: (project) => read(project, 'src/auth.ts'),
    edit,
    tool: (name, input) => ({ use: `mcp__coord__${name}`, input }),
  };
}

export function codex(binary: string): AgentClient {
  return {
    name: 'codex',
    dialect: openaiResponses,
    run: (options) => runCodex({ ...options, binary }),
    look: () => ({ use: 'exec_command', input: { cmd: 'cat src/auth.ts' } }),
    edit: (_project, from, to) => ({ use: 'apply_patch', input: patchOf(from, to) }),
    tool: (name, input) => ({ use: `mcp__coord__${name}`, input }),
  };
}

export function gemini(binary: string): AgentClient {
  const file_path = 'src/auth.ts';
  return {
    name: 'gemini',
    dialect: googleGenerate,
    run: (options) => runGemini({ ...options, binary }),
    look: () => ({ use: 'read_file', input: { file_path } }),
    edit: (_project, old_string, new_string) => ({
      use: 'replace',
      input: { file_path, instruction: 'As asked.', old_string, new_string },
    }),
    tool: (name, input) => ({ use: `mcp_coord_${name}`, input }),
  };
}

/** Of the lines of `src/auth.ts`, those that return are the ones that tests change. */
function patchOf(from: string, to: string): string {
  const line = `  return { name, ${from} };`;
  const body = ['@@', `-${line}`, `+${line.replace(from, to)}`];
  return ['*** Begin Patch', '*** Update File: src/auth.ts', ...body, '*** End Patch', ''].join(
    '\n',
  );
}
