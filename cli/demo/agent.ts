import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Finished, Invocation, Processes } from './processes.ts';

export interface AgentOptions {
  readonly name: string;
  /** The work tree that it edits. */
  readonly clone: string;
  readonly key: string;
  readonly command: Invocation;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly processes: Processes;
}

export interface Edit {
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
}

/** What an edit came to, with what the hooks told the agent on the way. */
export type EditOutcome =
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'written'; readonly told: string };

interface HookOutput {
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

/**
 * A scripted agent that behaves as Claude Code does: it runs the hooks that `coord init` wrote, with the payloads that
 * Claude Code sends, and calls tools through `coord mcp`.
 */
export class DemoAgent {
  readonly name: string;
  readonly clone: string;
  private readonly conversation: string;
  private calls = 0;
  private mcp: ChildProcess | undefined;
  private readonly waiting = new Map<number, (result: ToolResult) => void>();

  constructor(private readonly options: AgentOptions) {
    this.name = options.name;
    this.clone = options.clone;
    this.conversation = `demo-${options.name.toLowerCase()}`;
  }

  /** Starts the conversation; the briefing is what the agent reads first. */
  async begin(): Promise<string> {
    return contextOf(await this.hook('SessionStart', { source: 'startup' }));
  }

  /** Gives the agent its task. */
  async prompt(task: string): Promise<string> {
    return contextOf(await this.hook('UserPromptSubmit', { prompt: task }));
  }

  /** Asks the hook, writes when it does not deny, and tells the hook that it has written. */
  async edit({ file, oldText, newText }: Edit): Promise<EditOutcome> {
    const path = join(this.clone, file);
    this.calls += 1;
    const call = {
      tool_name: 'Edit',
      tool_use_id: `toolu_${this.conversation}_${this.calls}`,
      tool_input: { file_path: path, old_string: oldText, new_string: newText },
    };
    const before = await this.hook('PreToolUse', call);
    const { permissionDecision, permissionDecisionReason = '' } = before.hookSpecificOutput ?? {};
    if (permissionDecision === 'deny') return { kind: 'denied', reason: permissionDecisionReason };
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(oldText, () => newText),
    );
    const after = await this.hook('PostToolUse', { ...call, tool_response: { filePath: path } });
    return { kind: 'written', told: [contextOf(before), contextOf(after)].join('\n').trim() };
  }

  /** Calls a tool of coord's MCP server and gives its structured answer. */
  async tool(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolData> {
    const { mcp, waiting } = { mcp: this.server(), waiting: this.waiting };
    this.calls += 1;
    const id = this.calls;
    const answer = new Promise<ToolResult>((resolve) => waiting.set(id, resolve));
    send(mcp, { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
    const { isError, content, structuredContent = {} } = await answer;
    if (isError === true) throw new Error(`${name}: ${content[0]?.text ?? ''}`);
    return structuredContent;
  }

  /** Runs a `coord` command in the clone. */
  coord(...args: string[]): Promise<Finished> {
    const [program, ...first] = this.options.command;
    return this.run(program, [...first, ...args]);
  }

  git(...args: string[]): Promise<Finished> {
    return this.run('git', args);
  }

  close(): void {
    this.mcp?.stdin?.end();
  }

  private run(program: string, args: readonly string[]): Promise<Finished> {
    const { processes, environment } = this.options;
    return processes.run({ program, args, folder: this.clone, environment });
  }

  private async hook(event: string, fields: object): Promise<HookOutput> {
    const payload = {
      session_id: this.conversation,
      transcript_path: '',
      cwd: this.clone,
      hook_event_name: event,
      ...fields,
    };
    const { processes, environment } = this.options;
    const { stdout } = await processes.run({
      program: join(this.clone, '.coord', 'hook'),
      args: ['claude-code', event],
      folder: this.clone,
      environment: { ...environment, CLAUDE_PROJECT_DIR: this.clone },
      input: JSON.stringify(payload),
    });
    return stdout.trim() === '' ? {} : (JSON.parse(stdout) as HookOutput);
  }

  private server(): ChildProcess {
    if (this.mcp !== undefined) return this.mcp;
    const { processes, environment, command } = this.options;
    const [program, ...first] = command;
    const mcp = processes.talk({
      program,
      args: [...first, 'mcp'],
      folder: this.clone,
      environment: { ...environment, CLAUDE_CODE_SESSION_ID: this.conversation },
    });
    createInterface(mcp.stdout as NodeJS.ReadableStream).on('line', (line) => this.heard(line));
    const clientInfo = { name: 'coord-demo', version: '1.0.0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    send(mcp, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
    send(mcp, { jsonrpc: '2.0', method: 'notifications/initialized' });
    this.mcp = mcp;
    return mcp;
  }

  private heard(line: string): void {
    const { id, result, error } = JSON.parse(line) as McpAnswer;
    if (id === undefined) return;
    const failed = { isError: true, content: [{ text: error?.message ?? 'no answer' }] };
    this.waiting.get(id)?.(result ?? failed);
    this.waiting.delete(id);
  }
}

export type ToolData = Readonly<Record<string, unknown>>;

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: ToolData;
}

interface McpAnswer {
  readonly id?: number;
  readonly result?: ToolResult;
  readonly error?: { readonly message: string };
}

function send(child: ChildProcess, message: object): void {
  child.stdin?.write(`${JSON.stringify(message)}\n`);
}

function contextOf({ hookSpecificOutput }: HookOutput): string {
  return hookSpecificOutput?.additionalContext ?? '';
}
