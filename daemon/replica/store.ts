import Sqlite from 'better-sqlite3';
import type { ReplicaSnapshot } from '../../shared/replica/contract.ts';
import type { Notice, Subject } from '../../shared/sessions/notification.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { placeNamed } from '../../shared/reservations/places.ts';
import type { TeamKnowledge } from '../../shared/sync/relevant-knowledge.ts';
import type { BranchOfWork } from '../../shared/workstreams/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { makePrivateFile } from '../../shared/node/disk/files.ts';
import type { TabKey } from '../local-api/dashboard/dashboard-links.ts';
import { emptyState, putSession, takeChanges, type WorkspaceState } from './workspace-state.ts';
import type { TrackedReservation, TrackedSession } from '../../shared/replica/tracked.ts';
import type { StateChanges } from './workspace-state.ts';
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
    id INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, text TEXT NOT NULL, subject TEXT);
  CREATE INDEX IF NOT EXISTS notices_of_conversation ON notices (conversation);
`;

const keyColumns = { meta: 'name', sessions: 'id', holds: 'file_key', outbox: 'id' } as const;

/** What is saved whole, with the row of `meta` that has it. */
const metaRows = { identity: 'identity', knowledge: 'knowledge', tabKeys: 'tab_keys' } as const;
export type SavedWhole = keyof typeof metaRows;

/** To be raised whenever a row's form changes so that earlier versions cannot read it. */
const schemaVersion = 1;

/** Everything that the file holds. */
export interface StoredContents {
  identity: Identity | undefined;
  state: WorkspaceState;
  /** What the team knew when this was last written; it can be read again, so no sync waits for it. */
  knowledge: TeamKnowledge | undefined;
  commands: StoredQueueEntry[];
  notifications: StoredNotification[];
  /** LOC-8: the pages that come back after a start. */
  tabKeys: readonly TabKey[];
}

export interface StoredQueueEntry {
  readonly id: number;
  readonly command: QueuedCommand;
}

export interface StoredNotification extends Notice {
  readonly conversation: string;
}

/** Whose data a file holds that no daemon has open; undefined where it cannot be read. */
export function identityIn(path: string): Identity | undefined {
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
    try {
      return new DaemonStore(database).identity();
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Opens the daemon's own file. It stays locked while the process lives, so there is never a second daemon on it (the error
 * has the code SQLITE_BUSY), and a killed one leaves nothing to clean up. DUR-2: a file of a newer version has the error
 * code `DATABASE_NEWER`.
 */
export function openDaemonStore(path: string): DaemonStore {
  makePrivateFile(path);
  const database = new Sqlite(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.exec('BEGIN IMMEDIATE');
    const version = Number(database.pragma('user_version', { simple: true }));
    if (version > schemaVersion)
      throw Object.assign(new Error(`${path} is newer`), { code: 'DATABASE_NEWER' });
    if (version < schemaVersion) database.exec(`${tables} PRAGMA user_version = ${schemaVersion};`);
    addSubjects(database);
    database.exec('COMMIT');
    return new DaemonStore(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A file of an earlier version has texts alone. Earlier versions go on without the column. */
function addSubjects(database: Sqlite.Database): void {
  const columns = database.pragma('table_info(notices)') as { readonly name: string }[];
  if (!columns.some(({ name }) => name === 'subject'))
    database.exec('ALTER TABLE notices ADD COLUMN subject TEXT');
}

/**
 * The file with the replica as it was last written, the outbox, and the notifications that wait for their agents. What the
 * disk does not take is thrown; `GuardedStore` goes on without it.
 */
export class DaemonStore {
  private readonly statements = new Map<string, Sqlite.Statement>();

  constructor(private readonly database: Sqlite.Database) {}

  load(): StoredContents {
    const identity = this.identity();
    return {
      identity,
      state: this.loadState(identity),
      knowledge: this.readMeta('knowledge') as TeamKnowledge | undefined,
      commands: this.commands(),
      notifications: this.notifications(),
      tabKeys: (this.readMeta('tab_keys') as TabKey[] | undefined) ?? [],
    };
  }

  /** Only what was never at the relay, for a file of which other parts are damaged. Throws where any of this is, too. */
  loadUnsent(): Pick<StoredContents, 'identity' | 'commands'> {
    const [verdict] = this.database.pragma("integrity_check('outbox')") as Record<string, string>[];
    if (verdict?.['integrity_check'] !== 'ok')
      throw Object.assign(new Error('the outbox is damaged'), { code: 'SQLITE_CORRUPT' });
    const commands = this.commands();
    return { commands, identity: commands.length === 0 ? undefined : this.identity() };
  }

  /** Replaces all that the file has; on disk when this returns. */
  rewrite(contents: StoredContents): void {
    const { state, commands, notifications } = contents;
    this.database.pragma('synchronous = FULL');
    state.changes.everything = true;
    this.inTransaction(() => {
      this.forget();
      for (const name of Object.keys(metaRows) as SavedWhole[])
        this.write('meta', metaRows[name], contents[name]);
      this.writeState(state, takeChanges(state));
      for (const { id, command } of commands) this.appendCommand(id, command);
      for (const one of notifications) this.addNotification(one);
    });
  }

  /** On disk when this returns, apart from the knowledge. */
  save<Name extends SavedWhole>(name: Name, value: StoredContents[Name]): void {
    if (name === 'knowledge') this.database.pragma('synchronous = NORMAL');
    else this.syncFully();
    this.write('meta', metaRows[name], value);
  }

  /** Drops everything: it belongs to another relay, user or workspace, and is of no use here. */
  forget(): void {
    this.inTransaction(() => {
      for (const table of ['meta', 'sessions', 'holds', 'outbox', 'notices'])
        this.statement(`DELETE FROM ${table}`).run();
    });
  }

  /** Writes what changed, together with the seq that it belongs to. The relay can send it again, so nothing waits for the disk. */
  saveState(state: WorkspaceState): void {
    const changes = takeChanges(state);
    this.database.pragma('synchronous = NORMAL');
    this.inTransaction(() => this.writeState(state, changes));
  }

  /** On disk when this returns. */
  appendCommand(id: number, command: QueuedCommand): void {
    this.syncFully();
    this.write('outbox', id, toStored(command));
  }

  removeCommand(id: number): void {
    this.write('outbox', id, undefined);
  }

  addNotification({ conversation, text, ...subject }: StoredNotification): void {
    this.syncFully();
    this.statement('INSERT INTO notices (conversation, text, subject) VALUES (?, ?, ?)').run(
      conversation,
      text,
      JSON.stringify(subject),
    );
  }

  removeNotifications(conversation: string, texts: readonly string[]): void {
    const remove = this.statement('DELETE FROM notices WHERE conversation = ? AND text = ?');
    for (const text of texts) remove.run(conversation, text);
  }

  /** All that was written is in the file itself, and nothing in the log beside it. */
  settle(): void {
    this.database.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.database.close();
  }

  identity(): Identity | undefined {
    return this.readMeta('identity') as Identity | undefined;
  }

  private commands(): StoredQueueEntry[] {
    return this.all('SELECT id, value FROM outbox ORDER BY id').map((row) => ({
      id: row['id'] as number,
      command: fromStored(JSON.parse(row['value'] as string) as StoredCommand),
    }));
  }

  private notifications(): StoredNotification[] {
    const rows = this.all('SELECT conversation, text, subject FROM notices ORDER BY id');
    return rows.map(({ conversation, text, subject }) => ({
      conversation: conversation as string,
      text: text as string,
      ...(JSON.parse((subject as string | null) ?? '{}') as Subject),
    }));
  }

  private loadState(identity: Identity | undefined): WorkspaceState {
    const state = emptyState();
    state.workspace = identity?.workspace;
    state.seq = (this.readMeta('seq') as number | undefined) ?? 0;
    state.seqAt = this.readMeta('seq_at') as string | undefined;
    state.heardMs = (this.readMeta('now') as number | undefined) ?? 0;
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

  private writeState(state: WorkspaceState, changes: StateChanges): void {
    const all = changes.everything;
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
    this.write('meta', 'now', state.heardMs);
    this.write('meta', 'seq', state.seq);
    this.write('meta', 'seq_at', state.seqAt);
  }

  /** SQLite refuses the change inside a transaction, whose beginning has made it. */
  private syncFully(): void {
    if (!this.database.inTransaction) this.database.pragma('synchronous = FULL');
  }

  private readMeta(name: string): unknown {
    const row = this.all('SELECT value FROM meta WHERE name = ?', name)[0];
    return row && JSON.parse(row['value'] as string);
  }

  /** Without a value the row goes. */
  private write(table: keyof typeof keyColumns, key: string | number, value: unknown): void {
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
