import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProject, type Project } from '../project.ts';
import { anthropicMessages } from '../models/anthropic.ts';
import { startClaudeCode, type ClaudeCodeOptions } from '../run-claude-code.ts';
import type { ClientRun, RunningClient } from '../run-client.ts';
import { startScriptedModel, type Said, type ScriptedModel } from '../scripted-model.ts';
import { startObserver, type HookAnswer, type HookPayload, type Observer } from './observer.ts';

export const hookEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

/** A project whose hooks and MCP server lead to an observer, and a scripted model beside it. */
export interface Bench {
  project: Project;
  home: string;
  model: ScriptedModel;
  observer: Observer;
  start(prompt: string, more?: Partial<ClaudeCodeOptions>): Promise<RunningClient>;
  run(prompt: string, more?: Partial<ClaudeCodeOptions>): Promise<ClientRun>;
  /** The hook calls so far, as `event` or `event:tool`, in order. */
  events(): string[];
  close(): Promise<void>;
}

export interface BenchOptions {
  /** Fields of each hook's entry, such as `timeout` (seconds) or `onFailure`. */
  hook?: Record<string, unknown>;
  /** Hooks of type `http` instead of commands. */
  http?: boolean;
  /** Fields of the settings beside the hooks. */
  settings?: Record<string, unknown>;
}

/** Starts the two servers and writes the project's settings; `binary` and `path` are handed to the client. */
export async function startBench(
  client: { binary: string; path: string },
  options: BenchOptions = {},
): Promise<Bench> {
  const [project, model, observer] = await Promise.all([
    createProject(),
    startScriptedModel(anthropicMessages),
    startObserver(),
  ]);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'coord-claude-home-')));
  await project.write('.claude/settings.json', settingsOf(observer.url, options));
  await project.write('.mcp.json', mcpOf(observer.url));
  const fixed = { ...client, folder: project.folder, home, modelUrl: model.url };
  const start: Bench['start'] = (prompt, more) => startClaudeCode({ ...fixed, prompt, ...more });
  return {
    project,
    home,
    model,
    observer,
    start,
    run: async (prompt, more) => (await start(prompt, more)).finished,
    events: () => observer.hooks.map(({ payload }) => nameOf(payload)),
    close: async () => {
      await Promise.all([model.close(), observer.close(), project.remove()]);
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Turns that read `src/auth.ts` and then edit one place of it. */
export function readAndEdit(project: Project, from: string, to: string): Said[][] {
  return [[read(project, 'src/auth.ts')], [edit(project, from, to)], [{ say: 'Done.' }]];
}

export function read(project: Project, path: string): Said {
  return { use: 'Read', input: { file_path: project.at(path) } };
}

/** An edit of `src/auth.ts`. */
export function edit(project: Project, from: string, to: string): Said {
  const input = { file_path: project.at('src/auth.ts'), old_string: from, new_string: to };
  return { use: 'Edit', input };
}

/** The answer that adds a context to what the model is sent. */
export function context(payload: HookPayload, text: string): HookAnswer {
  const hookEventName = payload.hook_event_name;
  return { stdout: { hookSpecificOutput: { hookEventName, additionalContext: text } } };
}

/** The answer that refuses a tool call. */
export function denial(reason: string): HookAnswer {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } } };
}

function nameOf({ hook_event_name: event, tool_name: tool }: HookPayload): string {
  return tool === undefined ? event : `${event}:${tool}`;
}

function settingsOf(observerUrl: string, options: BenchOptions): Record<string, unknown> {
  const address = options.http
    ? { type: 'http', url: `${observerUrl}/http-hook` }
    : { type: 'command', command: `node ${local('forward-hook.mjs')} ${observerUrl}` };
  const hook = { ...address, timeout: 10, ...options.hook };
  const hooks = Object.fromEntries(hookEvents.map((event) => [event, [{ hooks: [hook] }]]));
  return { hooks, ...options.settings };
}

function mcpOf(observerUrl: string): Record<string, unknown> {
  const server = { command: 'node', args: [local('mcp-server.mjs'), observerUrl] };
  return { mcpServers: { coord: server } };
}

function local(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
