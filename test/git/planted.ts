/** A clone that came as an archive: its own settings name programs, and each of them leaves a mark when it runs. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeSandbox, type Sandbox } from '../cli/support.ts';

/** Where in the repository the settings stand. */
export const places = ['config', 'an included file', 'config.worktree'] as const;
export type Place = (typeof places)[number];

export type Remote = 'file' | 'ssh' | 'http' | 'git';

/** Every setting that names a program, by the kind of thing that would run it. */
const settings = [
  'core.sshCommand',
  'core.gitProxy',
  'core.askPass',
  'core.editor',
  'core.pager',
  'core.fsmonitor',
  'core.alternateRefsCommand',
  'sequence.editor',
  'pager.log',
  'pager.fetch',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'credential.helper',
  'credential.http://127.0.0.1.helper',
  'filter.trap.clean',
  'filter.trap.smudge',
  'filter.trap.process',
  'diff.external',
  'diff.trap.command',
  'diff.trap.textconv',
  'merge.trap.driver',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'uploadpack.packObjectsHook',
  'hook.trap.command',
  'alias.fetch',
  'alias.merge-tree',
] as const;

/** What makes Git more likely to run them. */
const provoking: readonly (readonly [string, string])[] = [
  ['hook.trap.event', 'reference-transaction'],
  ['filter.trap.required', 'true'],
  ['log.showSignature', 'true'],
  ['commit.gpgSign', 'true'],
  ['push.gpgSign', 'if-asked'],
  ['gpg.format', 'ssh'],
  ['gc.auto', '1'],
  ['remote.origin.promisor', 'true'],
];

const hooks = [
  'pre-push',
  'reference-transaction',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
];

export class Archive {
  readonly remote: string;

  private constructor(
    readonly sandbox: Sandbox,
    private readonly server: Server,
  ) {
    this.remote = join(sandbox.folder, 'remote.git');
  }

  static async make(): Promise<Archive> {
    const server = createServer((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="remote"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const archive = new Archive(await makeSandbox(), server);
    archive.layOut();
    return archive;
  }

  async remove(): Promise<void> {
    this.server.close();
    await this.sandbox.remove();
  }

  get root(): string {
    return this.sandbox.repository;
  }

  /** For commands: the user's own settings lie in their home. */
  get environment(): Record<string, string> {
    return { HOME: this.home };
  }

  private get home(): string {
    return join(this.sandbox.folder, 'user');
  }

  readonly git = (...args: string[]): string => this.gitIn(this.root, ...args);

  gitIn(folder: string, ...args: string[]): string {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.home,
      GIT_SSH_COMMAND: this.usersProgram('ssh'),
    };
    return execFileSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  /** Sets the remote's address. */
  use(remote: Remote): void {
    const { port } = this.server.address() as AddressInfo;
    const addresses = {
      file: this.remote,
      ssh: `ssh://host${this.remote}`,
      http: `http://127.0.0.1:${port}/shop.git`,
      git: 'git://127.0.0.1:1/shop.git',
    };
    this.git('config', 'remote.origin.url', addresses[remote]);
  }

  /** Names every trap in the repository's own settings, and in its hooks. */
  plant(place: Place): void {
    if (place === 'config.worktree') this.git('config', 'extensions.worktreeConfig', 'true');
    if (place === 'an included file') this.git('config', 'include.path', 'included');
    const file = { config: 'config', 'an included file': 'included', 'config.worktree': place }[
      place
    ];
    const set = (name: string, value: string) =>
      execFileSync('git', ['config', '--file', join(this.root, '.git', file), name, value]);
    for (const name of settings) set(name, this.trap(name, name.startsWith('alias.') ? '!' : ''));
    for (const [name, value] of provoking) set(name, value);
    mkdirSync(join(this.root, '.git', 'hooks'), { recursive: true });
    for (const hook of hooks)
      script(join(this.root, '.git', 'hooks', hook), `touch '${this.marks}/hook ${hook}'`);
  }

  /** What has run: traps by their settings, and `users ...` for the user's own programs. */
  marked(): string[] {
    return existsSync(this.marks) ? readdirSync(this.marks) : [];
  }

  forget(): void {
    rmSync(this.marks, { recursive: true });
    mkdirSync(this.marks);
  }

  /** A program that leaves a mark with this name. */
  readonly trap = (name: string, prefix = ''): string => {
    const path = join(this.sandbox.folder, 'traps', name.replaceAll(/[^\w.-]/g, '_'));
    script(path, `touch '${this.marks}/${name.replaceAll('/', '_')}'; exit 1`);
    return `${prefix}${path}`;
  };

  private get marks(): string {
    return join(this.sandbox.folder, 'marks');
  }

  private usersProgram(name: string): string {
    return join(this.home, name);
  }

  private layOut(): void {
    for (const folder of [this.marks, this.home, join(this.sandbox.folder, 'traps')])
      mkdirSync(folder, { recursive: true });
    script(
      this.usersProgram('ssh'),
      `touch '${this.marks}/users ssh'; for last; do :; done; exec sh -c "$last"`,
    );
    script(this.usersProgram('helper'), `touch '${this.marks}/users helper'`);
    const own = { 'core.sshCommand': 'ssh', 'credential.helper': 'helper' };
    for (const [name, program] of Object.entries(own))
      execFileSync('git', [
        'config',
        '--file',
        join(this.home, '.gitconfig'),
        name,
        this.usersProgram(program),
      ]);
    for (const [name, value] of Object.entries({
      'user.name': 'Ada',
      'user.email': 'ada@example.com',
    }))
      execFileSync('git', ['config', '--file', join(this.home, '.gitconfig'), name, value]);
    this.git('init', '-q', '--bare', '-b', 'main', this.remote);
    this.git('remote', 'add', 'origin', this.remote);
    this.write(
      '.gitattributes',
      '*.trap filter=trap diff=trap merge=trap\n*.ts diff=trap merge=trap\n',
    );
    this.write('.gitignore', 'built\n');
    this.write('first.ts', 'export function first() {\n  return 1;\n}\n');
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'first');
    this.git('push', '-q', 'origin', 'main');
    this.forget();
  }
}

function script(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}
