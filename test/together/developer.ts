import { execFile, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CoordCommand, Service } from '../clients/coord-command.ts';

const run = promisify(execFile);

/** One developer: a clone, a daemon, one conversation of an agent with its hooks and its MCP server. */
export interface Developer {
  readonly name: string;
  readonly folder: string;
  git(...args: string[]): Promise<string>;
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Sends a hook of the agent's client as `coord init` set it up; gives all that it printed. */
  hook(event: string, fields?: object): Promise<string>;
  /** Whether the agent may make this edit, and the words of the answer. */
  mayEdit(path: string, edit: Edit): Promise<{ allowed: boolean; words: string }>;
  /** Asks, edits and reports, as an agent's client does; gives what the agent is told. */
  edit(path: string, edit: Edit): Promise<string>;
  /** Calls an MCP tool; throws with the tool's words when it refuses. */
  tool<T>(name: string, args?: object): Promise<T>;
  /** Runs `coord ARGS --json` and gives every line that it printed. */
  coord<T>(...args: string[]): Promise<T[]>;
  /** Starts `coord ARGS --json`, which stays. */
  follow(...args: string[]): Following;
  leave(): Promise<void>;
}

export interface Edit {
  readonly from: string;
  readonly to: string;
}

/** A command that goes on, and the lines of JSON that it has printed. */
export interface Following {
  readonly lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

export interface Joining {
  readonly coord: CoordCommand;
  readonly name: string;
  readonly remote: string;
  readonly relayUrl: string;
  readonly key: string;
  readonly workspace: string;
}

export async function joinAs(joining: Joining): Promise<Developer> {
  const { coord, name, remote, relayUrl, key, workspace } = joining;
  const folder = await realpath(await mkdtemp(join(tmpdir(), `coord-${name}-`)));
  const home = await mkdtemp(join(tmpdir(), `coord-${name}-home-`));
  const env = { PATH: coord.path, HOME: home, COORD_HOME: home };
  const git = async (...args: string[]) => {
    const author = ['-c', `user.name=${name}`, '-c', `user.email=${name}@example.org`];
    return (await run('git', ['-C', folder, ...author, ...args], { env })).stdout.trim();
  };
  await git('clone', '--quiet', remote, '.');
  await coord.run(['init', '--client', 'claude-code'], { cwd: folder, home });
  // A team would commit what init wrote; here it must not get into the commits of the story.
  await appendFile(join(folder, '.git', 'info', 'exclude'), '.claude/\n.coord/\n.mcp.json\n');
  const daemon: Service<{ url: string }> = await coord.start(
    ['daemon', '--port', '0', '--relay', relayUrl, '--key', key, '--workspace', workspace],
    { cwd: folder, home },
  );
  const hook = (event: string, fields: object = {}) =>
    sendHook({ folder, env, event, payload: { ...conversation(name, folder, event), ...fields } });
  await hook('SessionStart', { source: 'startup' });
  const client = await mcpClient(folder, env);
  const followed: Following[] = [];
  const at = (path: string) => join(folder, path);
  const toolUse = (path: string, { from, to }: Edit) => ({
    tool_name: 'Edit',
    tool_use_id: `toolu_${name}_${(uses += 1)}`,
    tool_input: { file_path: at(path), old_string: from, new_string: to, replace_all: false },
  });
  const developer: Developer = {
    name,
    folder,
    git,
    hook,
    read: (path) => readFile(at(path), 'utf8'),
    write: (path, content) => writeFile(at(path), content),
    async mayEdit(path, edit) {
      const words = await hook('PreToolUse', toolUse(path, edit));
      return { allowed: !/"permissionDecision": ?"deny"/.test(words), words };
    },
    async edit(path, edit) {
      const use = toolUse(path, edit);
      const before = await hook('PreToolUse', use);
      if (/"permissionDecision": ?"deny"/.test(before)) throw new Error(`denied: ${before}`);
      const text = await readFile(at(path), 'utf8');
      await writeFile(at(path), text.replace(edit.from, edit.to));
      return (
        before + (await hook('PostToolUse', { ...use, tool_response: { filePath: at(path) } }))
      );
    },
    async tool<T>(tool: string, args: object = {}) {
      const answer = await client.callTool({ name: tool, arguments: { ...args } });
      const [first] = answer.content as { text: string }[];
      if (answer.isError === true) throw new Error(`${tool}: ${first?.text}`);
      return answer.structuredContent as T;
    },
    async coord<T>(...args: string[]) {
      const { stdout } = await run('coord', withJson(args), { cwd: folder, env });
      return parsed(stdout) as T[];
    },
    follow(...args) {
      const following = follow(withJson(args), { cwd: folder, env });
      followed.push(following);
      return following;
    },
    async leave() {
      await Promise.all(followed.map((one) => one.stop()));
      await client.close();
      await daemon.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  return developer;
}

let uses = 0;

function conversation(name: string, folder: string, event: string) {
  return { session_id: `conversation-${name}`, hook_event_name: event, cwd: folder };
}

interface HookCall {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly event: string;
  readonly payload: object;
}

function sendHook({ folder, env, event, payload }: HookCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      join(folder, '.coord', 'hook'),
      ['claude-code', event],
      { cwd: folder, env: { ...env, CLAUDE_PROJECT_DIR: folder } },
      (error, stdout, stderr) => {
        if (error !== null && error.code !== 2) reject(error);
        else resolve(stdout + stderr);
      },
    );
    child.stdin?.end(JSON.stringify(payload));
  });
}

async function mcpClient(cwd: string, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'claude-code', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: 'coord', args: ['mcp'], cwd, env, stderr: 'inherit' }),
  );
  return client;
}

/** What follows `--` belongs to another command. */
function withJson(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return end === -1 ? [...args, '--json'] : [...args.slice(0, end), '--json', ...args.slice(end)];
}

function parsed(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function follow(
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Following {
  const child = spawn('coord', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) =>
    lines.push(JSON.parse(line) as Record<string, unknown>),
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    lines,
    stop() {
      child.kill('SIGTERM');
      return closed;
    },
  };
}
