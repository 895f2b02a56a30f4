import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import type { Test } from 'uvu';
import { startDaemon, type Daemon } from '../../daemon/daemon.ts';
import type { RelayChoice } from '../../daemon/relay-connection/one-workspace.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import type { Relay } from '../../relay/relay.ts';
import { startRelay } from '../support/start-relay.ts';
import type { ConnectionLimits } from '../../shared/node/http/connections.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { defaultDurations, type Durations } from '../../shared/sessions/rules.ts';
import type { DaemonStatus } from '../../shared/status/contract.ts';
import { eventually } from '../support/waiting.ts';

export const authSource = [
  'export function login(name: string) {',
  '  return { name, remembered: false };',
  '}',
  '',
  'export function logout(name: string) {',
  '  return { name, gone: false };',
  '}',
  '',
].join('\n');

/** Folders that a test file makes; all are removed by `remove`. */
export class Sandbox {
  private readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'coord-daemon-')));

  folder(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A repository with `src/auth.ts` committed on `main`. */
  repository(name: string): string {
    const root = this.folder(name);
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'config', 'user.name', 'Ana');
    git(root, 'config', 'user.email', 'ana@example.com');
    write(root, 'src/auth.ts', authSource);
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'first');
    return root;
  }

  /** A copy that is a repository of its own, like a clone on another machine. */
  clone(repository: string, name: string): string {
    const root = join(this.root, name);
    cpSync(repository, root, { recursive: true });
    return root;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What a client itself sent, as it was recorded in a repository at `/repo`. */
export function recordedPayload(
  name: string,
  root = '/repo',
  client = 'claude-code',
): Record<string, unknown> {
  const file = new URL(`../clients/fixtures/${client}/${name}.json`, import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll('"/repo', `"${root}`);
  return JSON.parse(text) as Record<string, unknown>;
}

export function git(root: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'ignore' });
}

/** Makes a commit without files, and answers its id. */
export function emptyCommit(root: string): string {
  const named = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  git(root, ...named, 'commit', '-q', '--allow-empty', '-m', 'empty');
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

export function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function edit(root: string, path: string, before: string, after: string): void {
  write(root, path, readFileSync(join(root, path), 'utf8').replace(before, after));
}

export interface Account {
  readonly key: string;
  readonly userId: string;
  readonly workspaceId: string;
}

/** A relay that can be stopped and started again on the same port and database. */
export class TestRelay {
  private relay: Relay | undefined;
  private port = 0;

  constructor(private readonly database: string) {}

  async start(): Promise<void> {
    const options = { host: '127.0.0.1', port: this.port, database: this.database };
    this.relay = await startRelay(options);
    this.port = this.relay.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    await this.relay?.close();
    this.relay = undefined;
  }

  /** A member of the workspace `team`; the first one owns it. */
  async join(name: string, owner?: Account): Promise<Account> {
    if (this.relay === undefined) throw new Error('the relay is not running');
    const email = `${name.toLowerCase()}@example.com`;
    const account = await this.relay.bootstrap({
      name,
      email,
      workspaceSlug: 'team',
      workspaceName: 'Team',
    });
    if (owner !== undefined) {
      await request(`${this.url}/workspaces/${owner.workspaceId}/members`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: account.userId, role: 'member' }),
      });
    }
    return account;
  }
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The answer of one of many operations; a test knows which one it asked for. */
  readonly body: Record<string, unknown>;
}

export interface DaemonSettings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly durations?: Durations;
  readonly connections?: Partial<ConnectionLimits>;
  readonly onNotice?: (sentence: string) => void;
}

/**
 * For all tests of a file: a daemon with a relay of its own, which `given` is told of once it has read the files. Answers the root of
 * its repository.
 */
export function withDaemon(
  test: Pick<Test, 'before' | 'after'>,
  given: (started: TestDaemon) => void,
): string {
  const sandbox = new Sandbox();
  const root = sandbox.repository('shop');
  let daemon: TestDaemon;
  test.before(async () => {
    daemon = await TestDaemon.start(root, sandbox.folder('home'));
    await daemon.indexed();
    given(daemon);
  });
  test.after(async () => {
    await daemon.daemon.close();
    sandbox.remove();
  });
  return root;
}

/** A running daemon with its repository, and the ways in that an agent has. */
export class TestDaemon {
  private constructor(
    readonly daemon: Daemon,
    readonly root: string,
    readonly token: string,
    readonly slug: string,
    readonly workspaceId: string,
  ) {}

  static async start(
    root: string,
    home: string,
    relay: RelayChoice = { kind: 'embedded' },
    settings: DaemonSettings = {},
  ): Promise<TestDaemon> {
    const daemon = await tryToStart(root, home, relay, settings);
    if (isRefusal(daemon)) throw new Error(daemon.message);
    const identity = await daemon.identified;
    if (isRefusal(identity)) throw new Error(identity.message);
    const token = readFileSync(daemon.tokenFile, 'utf8').trim();
    const { slug, id } = identity.workspace;
    return new TestDaemon(daemon, root, token, slug, id);
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await request(this.daemon.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Reply['body'],
    };
  }

  /** The interface's own hook body. */
  async hook(
    event: string,
    conversation: string,
    fields: object = {},
    headers: Record<string, string> = {},
  ): Promise<Reply['body']> {
    const body = {
      event,
      workspace_slug: this.slug,
      conversation_id: conversation,
      agent_type: 'test',
      ...fields,
    };
    return (await this.send('POST', '/workspaces/sessions/hook', body, headers)).body;
  }

  /** Claude Code's hook JSON; the answer is what its hook prints. */
  async claude(event: string, conversation: string, fields: object = {}): Promise<Reply> {
    const payload = { session_id: conversation, cwd: this.root, hook_event_name: event, ...fields };
    return this.send('POST', '/hooks/claude-code', payload);
  }

  /** A hook of Claude Code's as it was recorded, in this repository. */
  async recorded(name: string, changes: object = {}): Promise<Reply> {
    return this.recordedOf('claude-code', name, changes);
  }

  async recordedOf(client: string, name: string, changes: object = {}): Promise<Reply> {
    const payload = { ...recordedPayload(name, this.root, client), ...changes };
    return this.send('POST', `/hooks/${client}`, payload);
  }

  /** Lets an agent edit a file as Claude Code would: ask, write if allowed, report. Answers what the first hook printed. */
  async edits(
    conversation: string,
    path: string,
    [before, after]: readonly [string, string],
  ): Promise<string> {
    const tool = {
      tool_name: 'Edit',
      tool_use_id: `toolu_${conversation}_${after}`,
      tool_input: { file_path: join(this.root, path), old_string: before, new_string: after },
    };
    const asked = await this.claude('PreToolUse', conversation, tool);
    if (asked.text.includes('"deny"')) return asked.text;
    edit(this.root, path, before, after);
    const reported = await this.claude('PostToolUse', conversation, tool);
    return asked.text + reported.text;
  }

  async status(): Promise<DaemonStatus> {
    return (await this.send('GET', '/status')).body as unknown as DaemonStatus;
  }

  /** Resolves when the daemon's status is as wanted. */
  until(what: string, fits: (status: DaemonStatus) => boolean): Promise<DaemonStatus> {
    return eventually(what, async () => {
      const status = await this.status();
      return fits(status) ? status : undefined;
    });
  }

  /** Resolves when this daemon knows that the symbol (or file) is held, or that it is not. */
  async untilHeld(name: string, held = true): Promise<void> {
    await this.until(`${name} ${held ? 'held' : 'free'}`, ({ reservations }) => {
      const names = reservations.flatMap((one) =>
        one.symbol_ids.length > 0 ? one.symbol_ids : [one.file_path],
      );
      return names.includes(name) === held;
    });
  }

  async indexed(): Promise<void> {
    await this.until('the index', ({ index }) => index.files > 0 && index.pending === 0);
  }
}

export function tryToStart(
  root: string,
  home: string,
  relay: RelayChoice = { kind: 'embedded' },
  { environment = {}, durations = defaultDurations, connections, onNotice }: DaemonSettings = {},
) {
  const workTree = findWorkTree(root);
  if (workTree === undefined) throw new Error(`${root} is no repository`);
  return startDaemon({
    workTree,
    relay,
    port: 0,
    stateFolder: home,
    temporaryFolder: tmpdir(),
    pid: process.pid,
    version: '0.0.0',
    durations,
    environment,
    userName: 'ana',
    logger: silentLogger,
    clock: systemClock,
    connections,
    onNotice,
  });
}
