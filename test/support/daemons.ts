import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDaemon, type Daemon } from '../../daemon/daemon.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import type { MachineClock } from '../../shared/kernel/clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { defaultDurations } from '../../shared/sessions/rules.ts';
import type { DaemonStatus } from '../../shared/status/contract.ts';
import { send } from './http.ts';
import type { Account } from './person.ts';
import { eventually } from './waiting.ts';

export interface DaemonsOptions {
  readonly relayUrl: () => string;
  readonly clock: MachineClock;
  readonly workspaceSlug: string;
}

/** What the relay knows and every daemon must know too, as lines that can be compared. */
export type Known = readonly string[];

interface PersonDaemon {
  readonly daemon: Daemon;
  readonly account: Account;
}

/** One daemon for each person, each in a repository of its own, as on machines of their own. */
export class Daemons {
  private readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'coord-daemons-')));
  private readonly started = new Map<string, Promise<PersonDaemon>>();

  constructor(private readonly options: DaemonsOptions) {}

  /** The address of the person's daemon, which is started at the first use. */
  async urlOf(account: Account): Promise<string> {
    let person = this.started.get(account.name);
    if (person === undefined) this.started.set(account.name, (person = this.start(account)));
    return (await person).daemon.url;
  }

  /** The person's working tree. */
  treeOf(name: string): string {
    return join(this.root, name, 'shop');
  }

  /** Resolves when every daemon knows what the relay knows. */
  async waitUntilLevel(known: () => Promise<Known>): Promise<void> {
    for (const starting of this.started.values()) {
      const person = await starting;
      let difference = '';
      const level = eventually('the daemon to know what the relay knows', async () => {
        const [here, there] = [await knownAt(person), await known()];
        difference = JSON.stringify({ here, there });
        return here.join('\n') === there.join('\n') ? true : undefined;
      });
      await level.catch(() => {
        throw new Error(`the daemon of ${person.account.name} does not get level: ${difference}`);
      });
    }
  }

  async close(): Promise<void> {
    for (const starting of this.started.values()) await (await starting).daemon.close();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  private async start(account: Account): Promise<PersonDaemon> {
    const tree = this.treeOf(account.name);
    mkdirSync(tree, { recursive: true });
    execFileSync('git', ['init', '-q', '-b', 'main', tree]);
    const workTree = findWorkTree(tree);
    if (workTree === undefined) throw new Error(`${tree} is no repository`);
    const daemon = await startDaemon({
      workTree,
      relay: { kind: 'remote', url: this.options.relayUrl(), key: account.key },
      port: 0,
      stateFolder: join(this.root, account.name, 'state'),
      temporaryFolder: tmpdir(),
      pid: process.pid,
      version: '0.0.0',
      workspaceSlug: this.options.workspaceSlug,
      durations: defaultDurations,
      environment: {},
      userName: account.name,
      logger: silentLogger,
      clock: this.options.clock,
    });
    if (isRefusal(daemon)) throw new Error(daemon.message);
    const identity = await daemon.identified;
    if (isRefusal(identity)) throw new Error(identity.message);
    const person = { daemon, account };
    await eventually('the daemon to follow the relay', async () => {
      const { relay } = await statusOf(person);
      return relay.state === 'live' ? true : undefined;
    });
    return person;
  }
}

async function statusOf({ daemon, account }: PersonDaemon): Promise<DaemonStatus> {
  const headers = { authorization: `Bearer ${account.key}` };
  const answer = await send(daemon.url, { method: 'GET', path: '/status', headers });
  return answer.body as DaemonStatus;
}

async function knownAt(person: PersonDaemon): Promise<Known> {
  const { sessions, reservations, outbox } = await statusOf(person);
  const reserved = reservations.map(({ file_path, symbol_ids, session_id, expires_at }) =>
    [file_path, symbol_ids[0] ?? '', session_id, expires_at].join(' '),
  );
  const active = sessions.map(({ id, current_task }) => [id, current_task].join(' '));
  return [...reserved, ...active, ...(outbox === 0 ? [] : ['something waits'])].sort();
}
