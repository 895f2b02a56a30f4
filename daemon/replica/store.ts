import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import type { TeamKnowledge } from '../../shared/sync/relevant-knowledge.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { emptyState, putSession, takeChanges, type WorkspaceState } from './workspace-state.ts';
import type { TrackedReservation, TrackedSession } from './workspace-state.ts';
import type { ProvisionalReservation, QueuedCommand } from './outbox.ts';

/** Which relay, user and workspace the stored state belongs to. */
export interface Identity {
  /** The relay's address, or `inside`. */
  readonly relay: string;
  readonly userId: string;
  readonly userName: string;
  readonly workspace: ReplicaSnapshot['workspace'];
}

const tables = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS holds (file_key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, text TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS notices_of_conversation ON notices (conversation);
`;

const keyColumns = { meta: 'name', sessions: 'id', holds: 'file_key' } as const;

/**
 * Opens the daemon's own file. It stays locked while the process lives, so there is never a second daemon on it, and a
 * killed one leaves nothing to clean up; `locked` when another process has it.
 */
export function openDaemonStore(path: string): DaemonStore | 'locked' {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`);
    return new DaemonStore(database);
  } catch (error) {
    database.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return 'locked';
    throw error;
  }
}

/** The replica as it was last written, the outbox, and the notifications that wait for their agents. */
export class DaemonStore {
  private readonly statements = new Map<string, Sqlite.Statement>();

  constructor(private readonly database: Sqlite.Database) {}

  identity(): Identity | undefined {
    return this.readMeta('identity') as Identity | undefined;
  }

  /** Notes whose state this is. */
  identify(identity: Identity): void {
    this.write('meta', 'identity', identity);
  }

  /** What the team knew when this was last written; it can be read again, so no sync waits for it. */
  knowledge(): TeamKnowledge | undefined {
    return this.readMeta('knowledge') as TeamKnowledge | undefined;
  }

  saveKnowledge(knowledge: TeamKnowledge): void {
    this.database.pragma('synchronous = NORMAL');
    this.write('meta', 'knowledge', knowledge);
  }

  /** Drops everything: it belongs to another relay, user or workspace, and is of no use here. */
  forget(): void {
    this.database.exec('DELETE FROM meta; DELETE FROM sessions; DELETE FROM holds');
    this.database.exec('DELETE FROM outbox; DELETE FROM notices');
  }

  loadState(): WorkspaceState {
    const state = emptyState();
    state.workspace = this.identity()?.workspace;
    state.seq = (this.readMeta('seq') as number | undefined) ?? 0;
    const policy = this.readMeta('conflict_policy') as ConflictPolicy | undefined;
    if (policy !== undefined) state.conflictPolicy = policy;
    for (const session of this.values<TrackedSession>('sessions')) putSession(state, session);
    for (const reservations of this.values<TrackedReservation[]>('holds')) {
      const [first] = reservations;
      if (first !== undefined)
        state.reservations.set(pathKey(first.filePath), reservations.map(withPlace));
    }
    for (const one of (this.readMeta('workstreams') as BranchOfWork[] | undefined) ?? []) {
      state.workstreams.set(one.slug, one);
    }
    takeChanges(state);
    return state;
  }

  /** Writes what changed, together with the seq that it belongs to. The relay can send it again, so nothing waits for the disk. */
  saveState(state: WorkspaceState): void {
    const changes = takeChanges(state);
    const all = changes.everything;
    this.database.pragma('synchronous = NORMAL');
    this.inTransaction(() => {
      if (all) this.database.exec('DELETE FROM sessions; DELETE FROM holds');
      for (const id of all ? state.sessions.keys() : changes.sessionIds) {
        this.write('sessions', id, state.sessions.get(id));
      }
      for (const key of all ? state.reservations.keys() : changes.fileKeys) {
        this.write('holds', key, state.reservations.get(key));
      }
      if (all || changes.workstreams)
        this.write('meta', 'workstreams', [...state.workstreams.values()]);
      this.write('meta', 'conflict_policy', state.conflictPolicy);
      this.write('meta', 'seq', state.seq);
    });
  }

  /** On disk when this returns; answers the row's number. */
  appendCommand(command: QueuedCommand): number {
    this.database.pragma('synchronous = FULL');
    const run = this.statement('INSERT INTO outbox (value) VALUES (?)').run(
      JSON.stringify(toStored(command)),
    );
    return Number(run.lastInsertRowid);
  }

  commands(): { id: number; command: QueuedCommand }[] {
    return this.all('SELECT id, value FROM outbox ORDER BY id').map((row) => ({
      id: row['id'] as number,
      command: fromStored(JSON.parse(row['value'] as string) as StoredCommand),
    }));
  }

  removeCommand(id: number): void {
    this.statement('DELETE FROM outbox WHERE id = ?').run(id);
  }

  addNotification(conversation: string, text: string): void {
    this.database.pragma('synchronous = FULL');
    this.statement('INSERT INTO notices (conversation, text) VALUES (?, ?)').run(
      conversation,
      text,
    );
  }

  notifications(): { conversation: string; text: string }[] {
    return this.all('SELECT conversation, text FROM notices ORDER BY id') as {
      conversation: string;
      text: string;
    }[];
  }

  removeNotifications(conversation: string, count: number): void {
    this.statement(
      'DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE conversation = ? ORDER BY id LIMIT ?)',
    ).run(conversation, count);
  }

  close(): void {
    this.database.close();
  }

  private readMeta(name: string): unknown {
    const row = this.all('SELECT value FROM meta WHERE name = ?', name)[0];
    return row && JSON.parse(row['value'] as string);
  }

  /** Without a value the row goes. */
  private write(table: keyof typeof keyColumns, key: string, value: unknown): void {
    const column = keyColumns[table];
    if (value === undefined) this.statement(`DELETE FROM ${table} WHERE ${column} = ?`).run(key);
    else
      this.statement(`REPLACE INTO ${table} (${column}, value) VALUES (?, ?)`).run(
        key,
        JSON.stringify(value),
      );
  }

  /** Every value of a table, parsed as one text: a daemon that starts must not parse ten thousand. */
  private values<T>(table: 'sessions' | 'holds'): T[] {
    const texts = this.statement(`SELECT value FROM ${table}`).pluck().all() as string[];
    return JSON.parse(`[${texts.join(',')}]`) as T[];
  }

  private all(text: string, ...parameters: unknown[]): Record<string, unknown>[] {
    return this.statement(text).all(...parameters) as Record<string, unknown>[];
  }

  private statement(text: string): Sqlite.Statement {
    const known = this.statements.get(text) ?? this.database.prepare(text);
    this.statements.set(text, known);
    return known;
  }

  private inTransaction(work: () => void): void {
    this.database.transaction(work)();
  }
}

/** A queued command as it is written: `claim` is the name that files of earlier versions have for its reservation. */
type StoredCommand = Omit<QueuedCommand, 'reservation'> & {
  readonly claim?: StoredReservation | undefined;
};

/** Files of earlier versions have the names alone. */
type StoredReservation = Omit<ProvisionalReservation, 'places'> &
  Partial<Pick<ProvisionalReservation, 'places'>> & { readonly symbols?: readonly string[] };

function toStored({ reservation: claim, ...command }: QueuedCommand): StoredCommand {
  return { ...command, claim };
}

function fromStored({ claim, ...command }: StoredCommand): QueuedCommand {
  if (claim === undefined) return command;
  const { symbols = [], places = symbols.map(placeNamed), ...rest } = claim;
  return { ...command, reservation: { ...rest, places } };
}

/** Files of earlier versions have the name of a reservation alone. */
function withPlace(stored: TrackedReservation): TrackedReservation {
  return { ...placeNamed(stored.symbol), ...stored, asked: stored.asked ?? false };
}
