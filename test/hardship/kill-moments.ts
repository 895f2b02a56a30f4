import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { changes } from '../../relay/store/schema-changes.ts';
import { send } from '../support/http.ts';
import { CoordProcess, type Place } from './coord-process.ts';
import type { Random } from '../support/random.ts';

/** One situation in which a process is killed; `kill` throws when the next start fails, or something acknowledged is gone. */
export interface Situation {
  readonly name: string;
  /** Kills once at a random moment, starts again, and looks. */
  kill(random: Random): Promise<void>;
  /** Ends what still runs. */
  end(): Promise<void>;
}

export function situations(): Situation[] {
  return [firstStart('relay'), firstStart('daemon'), upgrade(), relayLife(), daemonLife()];
}

/** How long a process writes after its first file is there, and before it is ready. */
const writingMs = 120;
const lifeMs = 400;
const pollMs = 1;

function freshPlace(): Place & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'coord-hardship-'));
  const directory = join(folder, 'shop');
  execFileSync('git', ['init', '-q', '-b', 'main', directory]);
  return {
    home: join(folder, 'home'),
    directory,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const starts = {
  relay: ['relay', '--json', '--port', '0'],
  daemon: ['daemon', '--json', '--port', '0'],
} as const;

/** The moment is counted from the first file on, as the process does nothing with the disk before. */
async function killWhileStarting(
  process: CoordProcess,
  path: string,
  random: Random,
): Promise<void> {
  const untilMs = performance.now() + 20_000;
  while (!existsSync(path) && performance.now() < untilMs) await sleep(pollMs);
  await sleep(random() * writingMs);
  await process.kill();
}

function firstStart(kind: 'relay' | 'daemon'): Situation {
  return {
    name: `first start of a ${kind}`,
    async kill(random) {
      const place = freshPlace();
      const first = new CoordProcess(starts[kind], place);
      const early = random() < 0.2;
      await killWhileStarting(
        first,
        early ? place.home : join(place.home, kind === 'relay' ? 'relay/relay.db' : 'repositories'),
        random,
      );
      const second = new CoordProcess(starts[kind], place);
      await second.ready();
      await second.kill();
      place.remove();
    },
    end: () => Promise.resolve(),
  };
}

/** A store of an earlier version, with a user and a reservation in it. */
function earlierStore(path: string, last: number): void {
  const file = new Sqlite(path);
  file.pragma('journal_mode = WAL');
  file.exec(
    'CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL)',
  );
  for (const [name, ofName] of Object.entries(changes).slice(0, last)) {
    for (const change of ofName) for (const statement of change('sqlite')) file.exec(statement);
    file.prepare("INSERT INTO kysely_migration VALUES (?, '')").run(name);
  }
  file.exec(
    `INSERT INTO users (id, name, email, tier, identity, created_at) VALUES ('user_1', 'Ada', 'a@x', 'team', NULL, 1);
     INSERT INTO workspaces (id, slug, name, seq, created_at) VALUES ('ws_1', 'shop', 'Shop', 0, 0);`,
  );
  const insert = file.prepare(`INSERT INTO reservations
    (workspace_id, path_key, symbol, file_path, session_id, fence, expires_at)
    VALUES ('ws_1', ?, 'login', 'a.ts', 'sess_1', 7, 99999999999999)`);
  file.transaction(() => {
    for (let at = 0; at < 5_000; at += 1) insert.run(`FILE-${at}.TS`);
  })();
  file.close();
}

function upgrade(): Situation {
  const names = Object.keys(changes);
  return {
    name: 'upgrade of a relay',
    async kill(random) {
      const place = freshPlace();
      mkdirSync(join(place.home, 'relay'), { recursive: true });
      const path = join(place.home, 'relay', 'relay.db');
      earlierStore(path, 1 + Math.floor(random() * (names.length - 1)));
      const first = new CoordProcess(starts.relay, place);
      await killWhileStarting(first, `${path}-wal`, random);
      const second = new CoordProcess(starts.relay, place);
      await second.ready();
      await second.stop();
      const file = new Sqlite(path);
      const rows = file.prepare('SELECT count(*) FROM reservations').pluck().get();
      const applied = file.prepare('SELECT count(*) FROM kysely_migration').pluck().get();
      file.close();
      if (rows !== 5_000 || applied !== names.length)
        throw new Error(`${String(rows)} reservations and ${String(applied)} migrations are left`);
      place.remove();
    },
    end: () => Promise.resolve(),
  };
}

interface Post {
  readonly url: string;
  readonly key: string;
}

function post({ url, key }: Post, path: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return send(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
}

function get({ url, key }: Post, path: string) {
  return send(url, { method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
}

/** Writes from several at once until the process is gone; `acknowledged` is told what was answered. */
async function writeUntilGone(
  write: () => Promise<string | undefined>,
  acknowledged: Set<string>,
): Promise<void> {
  const work = async () => {
    try {
      for (;;) {
        const id = await write();
        if (id !== undefined) acknowledged.add(id);
      }
    } catch {
      // It was killed.
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

function relayLife(): Situation {
  let place: ReturnType<typeof freshPlace> | undefined;
  let key = '';
  let workspaceId = '';
  let count = 0;
  const acknowledged = new Set<string>();
  return {
    name: 'a relay at work',
    async kill(random) {
      if (place === undefined) {
        place = freshPlace();
        const add = ['relay', 'user', 'add', '--email', 'a@example.com', '--name', 'A', '--json'];
        key = (await new CoordProcess(add, place).ready())['key'] ?? '';
      }
      const relay = new CoordProcess(starts.relay, place);
      const { url = '' } = await relay.ready();
      const at = { url, key };
      if (workspaceId === '') {
        const made = await post(at, '/workspaces', { name: 'Shop', slug: 'shop' });
        workspaceId = (made.body as { id: string }).id;
      }
      await expectLearned(at, workspaceId, acknowledged);
      const write = async () => {
        const insight = `insight ${(count += 1)}`;
        const { status } = await post(at, `/workspaces/${workspaceId}/learnings`, { insight });
        return status === 201 ? insight : undefined;
      };
      const writing = writeUntilGone(write, acknowledged);
      await sleep(random() * lifeMs);
      await relay.kill();
      await writing;
      const again = new CoordProcess(starts.relay, place);
      await expectLearned(
        { url: (await again.ready())['url'] ?? '', key },
        workspaceId,
        acknowledged,
      );
      await again.kill();
    },
    async end() {
      place?.remove();
    },
  };
}

interface Learnings {
  readonly learnings: readonly { readonly insight: string }[];
  readonly next_cursor?: string;
}

async function expectLearned(at: Post, workspaceId: string, wanted: Set<string>): Promise<void> {
  const path = `/workspaces/${workspaceId}/learnings?limit=100`;
  const found = new Set<string>();
  for (let cursor = ''; ;) {
    const { body } = await get(at, `${path}${cursor}`);
    const { learnings, next_cursor: next } = body as Learnings;
    for (const { insight } of learnings) found.add(insight);
    if (next === undefined) break;
    cursor = `&before=${encodeURIComponent(next)}`;
  }
  const lost = [...wanted].filter((one) => !found.has(one));
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes are gone`);
}

/** A daemon whose relay is away: what it says is queued must still be queued after the kill. */
function daemonLife(): Situation {
  let place: ReturnType<typeof freshPlace> | undefined;
  let daemonArgs: readonly string[] = [];
  let count = 0;
  const acknowledged = new Set<string>();
  return {
    name: 'a daemon at work, without its relay',
    async kill(random) {
      if (place === undefined) {
        place = freshPlace();
        daemonArgs = await identifiedDaemon(place);
      }
      const daemon = new CoordProcess(daemonArgs, place);
      const ready = await daemon.ready();
      const at = atDaemon(ready);
      const write = async () => {
        const file = `src/file-${(count += 1)}.ts`;
        const { status, body } = await post(at, '/workspaces/sessions/hook', {
          event: 'postToolUse',
          workspace_slug: ready['workspace_slug'],
          conversation_id: 'conv',
          agent_type: 'test',
          file_path: file,
          symbol_ids: [`${file}#login`],
        });
        const { message = '' } = body as { message?: string };
        return status === 200 && message.includes('is sent to the team later') ? file : undefined;
      };
      const writing = writeUntilGone(write, acknowledged);
      await sleep(random() * lifeMs);
      await daemon.kill();
      await writing;
      const again = new CoordProcess(daemonArgs, place);
      await expectQueued(atDaemon(await again.ready()), acknowledged);
      await again.kill();
    },
    async end() {
      place?.remove();
    },
  };
}

function atDaemon({ url = '', key_file: file = '' }: Record<string, string>): Post {
  return { url, key: execFileSync('cat', [file], { encoding: 'utf8' }).trim() };
}

/** Lets a daemon learn its workspace from a relay that then goes away for good. */
async function identifiedDaemon(place: Place): Promise<readonly string[]> {
  const add = ['relay', 'user', 'add', '--email', 'a@example.com', '--name', 'A', '--json'];
  const { key = '' } = await new CoordProcess(add, place).ready();
  const relay = new CoordProcess(starts.relay, place);
  const { url = '' } = await relay.ready();
  await post({ url, key }, '/workspaces', { name: 'Shop', slug: 'shop' });
  const args = [...starts.daemon, '--relay', url, '--key', key, '--workspace', 'shop'];
  const daemon = new CoordProcess(args, place);
  await daemon.ready();
  await daemon.stop();
  await relay.kill();
  return args;
}

async function expectQueued(at: Post, wanted: Set<string>): Promise<void> {
  const { body } = await get(at, '/status');
  const { outbox, reservations } = body as {
    outbox: number;
    reservations: { file_path: string }[];
  };
  const found = new Set(reservations.map(({ file_path }) => file_path));
  const lost = [...wanted].filter((one) => !found.has(one));
  if (lost.length > 0 || outbox < wanted.size)
    throw new Error(`${lost.length} of ${wanted.size} are gone; ${outbox} wait`);
}
