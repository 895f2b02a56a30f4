import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DemoAgent } from './agent.ts';
import { Processes, type Finished, type Invocation } from './processes.ts';
import { files } from './repository.ts';

export interface TeamOptions {
  readonly command: Invocation;
  /** The inherited environment; of it only PATH and what Git needs reaches the demonstration. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Account {
  readonly user_id: string;
  readonly key: string;
}

const workspace = 'shop';
const branch = 'main';
const removal = { recursive: true, force: true, maxRetries: 3 };

/** Two developers with a relay, a clone and a daemon each, in one temporary folder. */
export class DemoTeam {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'coord-demo-')));
  private readonly processes = new Processes();
  private readonly agents: DemoAgent[] = [];
  private relayUrl = '';

  constructor(private readonly options: TeamOptions) {}

  /** Ann first, who owns the workspace, then Bob. */
  async start(): Promise<readonly [ann: DemoAgent, bob: DemoAgent]> {
    await this.makeRepository();
    const relay = await this.serve('ann', this.folder, ['relay', '--data', this.path('relay')]);
    this.relayUrl = relay.url;
    const ann = await this.addDeveloper('Ann');
    await this.coord('ann', this.folder, ['workspace', 'create', 'Shop', '--slug', workspace]);
    const bob = await this.addDeveloper('Bob');
    const added = ['workspace', 'add-member', bob.user_id, '--workspace', workspace];
    await this.coord('ann', this.folder, [...added, '--relay', this.relayUrl]);
    return [await this.startAgent('Ann', ann), await this.startAgent('Bob', bob)];
  }

  /** Ends every process and removes the folder. */
  async stop(): Promise<void> {
    for (const agent of this.agents) agent.close();
    await this.processes.stop();
    rmSync(this.folder, removal);
  }

  /** The same while there is no time to wait for anything. */
  abandon(): void {
    this.processes.kill();
    rmSync(this.folder, removal);
  }

  private path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  private async makeRepository(): Promise<void> {
    const seed = this.path('seed');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(seed, path)), { recursive: true });
      writeFileSync(join(seed, path), text);
    }
    await this.git(seed, 'init', '-q', '-b', branch);
    await this.git(seed, 'add', '-A');
    await this.git(seed, 'commit', '-q', '-m', 'A shop that one can sign in to');
    await this.git(this.folder, 'clone', '-q', '--bare', seed, this.path('shop.git'));
  }

  private async addDeveloper(name: string): Promise<Account> {
    const id = name.toLowerCase();
    const user = ['--email', `${id}@example.com`, '--name', name, '--data', this.path('relay')];
    const made = await this.coord(id, this.folder, ['relay', 'user', 'add', ...user, '--json']);
    const account = JSON.parse(made.stdout) as Account;
    await this.coord(id, this.folder, ['login', '--relay', this.relayUrl], `${account.key}\n`);
    return account;
  }

  private async startAgent(name: string, { key }: Account): Promise<DemoAgent> {
    const id = name.toLowerCase();
    const clone = this.path(id, 'shop');
    await this.git(this.folder, 'clone', '-q', this.path('shop.git'), clone);
    await this.git(clone, 'config', 'user.name', name);
    await this.git(clone, 'config', 'user.email', `${id}@example.com`);
    await this.serve(id, clone, ['daemon', '--workspace', workspace]);
    await this.coord(id, clone, ['init', '--client', 'claude-code']);
    const agent = new DemoAgent({
      name,
      clone,
      key,
      command: this.options.command,
      environment: this.environmentOf(id),
      processes: this.processes,
    });
    this.agents.push(agent);
    await agent.begin();
    return agent;
  }

  private serve(id: string, folder: string, args: readonly string[]): Promise<{ url: string }> {
    const [program, ...first] = this.options.command;
    const all = [...first, ...args, '--port', '0', '--json'];
    return this.processes.serve({
      program,
      args: all,
      folder,
      environment: this.environmentOf(id),
    });
  }

  private coord(
    id: string,
    folder: string,
    args: readonly string[],
    input?: string,
  ): Promise<Finished> {
    const [program, ...first] = this.options.command;
    return this.mustRun(id, { program, args: [...first, ...args], folder, input });
  }

  private git(folder: string, ...args: string[]): Promise<Finished> {
    return this.mustRun('ann', { program: 'git', args, folder, input: undefined });
  }

  private async mustRun(
    id: string,
    start: { program: string; args: string[]; folder: string; input: string | undefined },
  ): Promise<Finished> {
    const { input, ...rest } = start;
    const environment = this.environmentOf(id);
    const finished = await this.processes.run({
      ...rest,
      environment,
      ...(input !== undefined && { input }),
    });
    if (finished.exitCode === 0) return finished;
    throw new Error(`${start.args.slice(0, 3).join(' ')}: ${finished.stderr || finished.stdout}`);
  }

  /** Nothing of the user's own logins, keys or Git settings reaches the demonstration. */
  private environmentOf(id: string): Record<string, string | undefined> {
    const home = this.path(id);
    mkdirSync(home, { recursive: true });
    const identity = { name: 'Demo', email: 'demo@example.com' };
    return {
      PATH: this.options.environment['PATH'],
      HOME: home,
      COORD_HOME: join(home, 'state'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: identity.name,
      GIT_AUTHOR_EMAIL: identity.email,
      GIT_COMMITTER_NAME: identity.name,
      GIT_COMMITTER_EMAIL: identity.email,
    };
  }
}
