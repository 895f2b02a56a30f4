import { dirname } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Notice } from '../../shared/sessions/notification.ts';
import type { DiskProblem } from '../../shared/status/contract.ts';
import { isUnreadable } from '../../shared/node/disk/derived-file.ts';
import {
  describeTrouble,
  diskTroubleOf,
  freeBytes,
  newerVersion,
  type DiskTrouble,
} from '../../shared/node/disk/disk-trouble.ts';
import { makePrivateFolder } from '../../shared/node/disk/files.ts';
import { markOf } from '../../shared/node/disk/sqlite-files.ts';
import type { Logger } from '../kernel/logger.ts';
import type { OutboxStore, QueuedCommand } from './outbox.ts';
import { remakeDaemonStore, takeRemade } from './remade-store.ts';
import { openDaemonStore, type DaemonStore } from './store.ts';
import type { SavedWhole, StoredContents } from './store.ts';
import { emptyState, type WorkspaceState } from './workspace-state.ts';

/** How often a disk that did not take a write is tried again. */
const retryMs = 1_000;

/**
 * DUR-4: the daemon's file, and all that is in it in memory. No write throws for what is wrong with the disk: the daemon goes on
 * from memory, says what is not kept (`problem`), and writes all of it as soon as the disk takes it again. A file that is
 * damaged, replaced or deleted while this has it is made anew.
 */
export class GuardedStore implements OutboxStore {
  private trouble: DiskTrouble | undefined;
  private retry: NodeJS.Timeout | undefined;
  private mark: string;
  private nextId: number;

  constructor(
    private readonly path: string,
    private file: DaemonStore | undefined,
    /** What is kept now. */
    readonly contents: StoredContents,
    private readonly logger: Logger,
  ) {
    this.mark = markOf(path);
    this.nextId = 1 + Math.max(0, ...contents.commands.map(({ id }) => id));
  }

  /** What cannot be kept on disk now, and why; undefined while all of it is. */
  get problem(): DiskProblem | undefined {
    if (this.trouble === undefined) return undefined;
    const folder = dirname(this.path);
    return {
      folder,
      message: describeTrouble(this.trouble),
      free_bytes: freeBytes(folder) ?? null,
    };
  }

  /** Makes the file anew where it is damaged; until the disk takes that, the old one stays in its place. */
  begin(): void {
    if (this.file === undefined) this.catchUp();
  }

  /** Makes the file anew where it is not there any more, and has its lock again. */
  keep(): void {
    this.write(() => undefined);
  }

  save<Name extends SavedWhole>(name: Name, value: StoredContents[Name]): void {
    this.contents[name] = value;
    this.write((file) => file.save(name, value));
  }

  saveState(state: WorkspaceState): void {
    this.contents.state = state;
    this.write((file) => file.saveState(state));
  }

  /** Drops everything: it belongs to another relay, user or workspace. */
  forget(): void {
    const nothing = { identity: undefined, state: emptyState(), knowledge: undefined };
    Object.assign(this.contents, { ...nothing, commands: [], notifications: [], tabKeys: [] });
    this.write((file) => file.forget());
  }

  /** Drops what was heard from a relay, and keeps what it has not been told yet, and who and where this daemon was. */
  keepUnsent(): void {
    const nothing = { state: emptyState(), knowledge: undefined };
    Object.assign(this.contents, { ...nothing, notifications: [], tabKeys: [] });
    this.write((file) => file.rewrite(this.contents));
  }

  /** `isKept` says whether it is on disk. */
  appendCommand(command: QueuedCommand): { readonly id: number; readonly isKept: boolean } {
    const id = this.nextId++;
    this.contents.commands.push({ id, command });
    return { id, isKept: this.write((file) => file.appendCommand(id, command)) };
  }

  removeCommand(id: number): void {
    const at = this.contents.commands.findIndex((entry) => entry.id === id);
    if (at !== -1) this.contents.commands.splice(at, 1);
    this.write((file) => file.removeCommand(id));
  }

  addNotification(conversation: string, notice: Notice): void {
    const stored = { conversation, ...notice };
    this.contents.notifications.push(stored);
    this.write((file) => file.addNotification(stored));
  }

  removeNotifications(conversation: string, texts: readonly string[]): void {
    this.contents.notifications = this.contents.notifications.filter(
      (one) => one.conversation !== conversation || !texts.includes(one.text),
    );
    this.write((file) => file.removeNotifications(conversation, texts));
  }

  close(): void {
    clearTimeout(this.retry);
    if (this.trouble !== undefined) this.catchUp();
    clearTimeout(this.retry);
    this.file?.close();
  }

  /** Answers whether it is on disk. While the disk takes nothing, it is not asked again for each write. */
  private write(work: (file: DaemonStore) => void): boolean {
    if (this.file === undefined || this.trouble !== undefined) return false;
    try {
      if (markOf(this.path) !== this.mark) throw notOurs(this.path);
      work(this.file);
      return true;
    } catch (error) {
      return isUnreadable(this.note(error).kind) && this.catchUp();
    }
  }

  /** Writes all that there is. A file that is no longer ours, or does not take it, is opened anew. */
  private catchUp(): boolean {
    try {
      if (this.file === undefined) this.remake();
      else this.file.rewrite(this.contents);
      this.logger.info(`${this.path} takes writes again; all is on disk.`);
      this.trouble = undefined;
      return true;
    } catch (error) {
      this.note(error);
      return false;
    }
  }

  private note(error: unknown): DiskTrouble {
    const trouble = diskTroubleOf(error, this.path);
    if (trouble === undefined) throw error;
    if (trouble.kind !== this.trouble?.kind) this.logger.warn(describeTrouble(trouble));
    this.trouble = trouble;
    // The lock is given up only with a file that is of no more use.
    if (isUnreadable(trouble.kind)) this.letGo();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.catchUp(), retryMs);
    this.retry.unref();
    return trouble;
  }

  private letGo(): void {
    this.file?.close();
    this.file = undefined;
  }

  private remake(): void {
    makePrivateFolder(dirname(this.path));
    this.file = remakeDaemonStore(this.path, this.contents);
    this.mark = markOf(this.path);
  }
}

function notOurs(path: string): Error {
  return Object.assign(new Error(`${path} was replaced`), { code: 'NOT_A_FILE', path });
}

/**
 * Opens the file with all that it holds; `locked` when another process has it. DUR-7: the outbox holds what was acknowledged
 * and is nowhere else, so a damaged file is made anew only if all of it can be read; otherwise the refusal says what to do.
 */
export function openGuardedStore(path: string, logger: Logger): GuardedStore | 'locked' | Refusal {
  try {
    takeRemade(path);
    const file = openDaemonStore(path);
    const contents = loaded(path, file);
    return new GuardedStore(path, file, contents, logger);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) return 'locked';
    if (code === 'DATABASE_NEWER') return refuse('Conflict', newerVersion(path));
    const trouble = diskTroubleOf(error, path);
    if (trouble === undefined) throw error;
    return trouble.kind === 'damaged'
      ? salvaged(path, logger)
      : refuse('Unavailable', describeTrouble(trouble));
  }
}

/** Text that is no JSON is damage that SQLite does not see. */
function loaded(path: string, file: DaemonStore): StoredContents {
  try {
    return file.load();
  } catch (error) {
    file.close();
    if (diskTroubleOf(error) !== undefined) throw error;
    throw Object.assign(new Error(`${path}: ${String(error)}`), { code: 'SQLITE_CORRUPT' });
  }
}

function salvaged(path: string, logger: Logger): GuardedStore | Refusal {
  const unsent = unsentIn(path);
  if (isRefusal(unsent)) return unsent;
  logger.warn(`${path} is damaged. It is made anew with the commands that wait in it.`);
  const empty = { state: emptyState(), knowledge: undefined, notifications: [], tabKeys: [] };
  const contents: StoredContents = { ...empty, ...unsent };
  contents.state.workspace = unsent.identity?.workspace;
  const store = new GuardedStore(path, undefined, contents, logger);
  store.begin();
  return store;
}

function unsentIn(path: string): Pick<StoredContents, 'identity' | 'commands'> | Refusal {
  try {
    const file = openDaemonStore(path);
    try {
      return file.loadUnsent();
    } finally {
      file.close();
    }
  } catch (error) {
    const trouble = diskTroubleOf(error, path);
    if (trouble !== undefined && !isUnreadable(trouble.kind))
      return refuse('Unavailable', describeTrouble(trouble));
    return refuse(
      'Unavailable',
      `${path} is damaged, and commands may wait in it that the relay has not seen. Put back a copy of it, or move it away to begin without them: mv ${path} ${path}.damaged`,
    );
  }
}
