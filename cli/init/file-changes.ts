import { dirname, join } from 'node:path';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { AgentClient } from '../../shared/clients/client.ts';
import type { SharedFile } from '../../shared/clients/common/planned-files.ts';
import { mark } from './settings-files/mark.ts';
import { pointerOf } from './settings-files/json-edit.ts';
import {
  editJsonSettings,
  type SettingsEdit,
  type DesiredEntries,
  type UndoRecord,
} from './settings-files/json-settings.ts';
import { parseRecord, recordPath, recordText, type InitRecord } from './init-record.ts';
import { sharersOf } from './clients.ts';
import { editTomlSettings } from './settings-files/toml-settings.ts';
import { commonFiles, ownFile } from './installed-files.ts';
import { exists, findFile, type FoundFile } from './work-tree.ts';

/** What is to happen to one file; `text` undefined means that there is to be none. */
export interface FileChange {
  path: string;
  at: string;
  action: 'create' | 'change' | 'unchanged' | 'delete';
  text: string | undefined;
  mode: number;
  lines: string[];
  /** What is there now, to be put back should a later step fail; `text` undefined where there is nothing. */
  before: Pick<FoundFile, 'text' | 'mode'>;
}

/**
 * Steps in the order in which they are safe to take, folders that may be empty after them, and `missing`: the folders that
 * the steps make. `clients`: the names of those that it is about.
 */
export interface FileChanges {
  clients: string[];
  steps: FileChange[];
  folders: string[];
  missing: string[];
}

export interface DesiredState {
  clients: readonly AgentClient[];
  undo: boolean;
}

/** Decides every change before any is made. One file that cannot be changed safely refuses the whole plan. */
export async function planFileChanges(
  top: string,
  asked: DesiredState,
): Promise<FileChanges | Refusal> {
  const record = await readRecord(top);
  if (isRefusal(record)) return cannotChange(new Map([[recordPath, record.message]]));
  const desired = { ...asked, clients: concerned(asked, record) };
  const problems = new Map<string, string>();
  const found = await readAll(top, { paths: pathsOf(desired.clients), problems });
  if (problems.size > 0) return cannotChange(problems);
  const after = clientsAfter(record, desired);
  const shared = planSharedFiles(found, { desired, record, after, problems });
  const owned = planTextFiles(found, { desired, after, problems });
  for (const { path, action } of [...shared.steps, ...owned])
    if (action === 'create' && foundAt(found, path).isBelowFile === true)
      problems.set(path, 'needs a folder where the repository has a file');
  if (problems.size > 0) return cannotChange(problems);
  const folders = await missingFolders(top, [...shared.steps, ...owned]);
  const next = { clients: after, folders: [...record.folders, ...folders], files: shared.files };
  const recordChange = planRecord(found, after.length > 0 ? next : undefined);
  const steps = [...owned, ...recordChange, ...shared.steps];
  return {
    clients: taken(desired, { record, steps }).map(({ name }) => name),
    steps: desired.undo ? steps.reverse() : steps,
    folders: desired.undo ? madeBefore(record, desired) : [],
    missing: folders,
  };
}

/** INI-2: the record comes along with a repository, so it counts only for folders that init could have made. */
function madeBefore({ folders }: InitRecord, { clients }: DesiredState): string[] {
  const possible = new Set(pathsOf(clients).flatMap(parentsOf));
  return folders.filter((folder) => possible.has(folder));
}

async function readRecord(top: string): Promise<InitRecord | Refusal> {
  const file = await findFile(top, recordPath);
  return isRefusal(file) ? file : parseRecord(file.text);
}

/** INI-2: undo reads no files of a client that was never set up; without a record, anything may be coord's. */
function concerned({ clients, undo }: DesiredState, record: InitRecord): readonly AgentClient[] {
  if (!undo || record.clients.length === 0) return clients;
  return clients.filter(({ name }) => record.clients.includes(name));
}

/** INI-2: undone is what the record names; without one, a client of whose files something is taken out. */
function taken(
  { clients, undo }: DesiredState,
  { record, steps }: { record: InitRecord; steps: readonly FileChange[] },
): readonly AgentClient[] {
  if (!undo || record.clients.length > 0) return clients;
  const changed = steps.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
  return clients.filter(({ files }) => files.some(({ path }) => changed.includes(path)));
}

type Found = ReadonlyMap<string, FoundFile>;

interface Situation {
  desired: DesiredState;
  record: InitRecord;
  /** The names of the clients that are set up afterwards. */
  after: readonly string[];
  problems: Map<string, string>;
}

function pathsOf(clients: readonly AgentClient[]): string[] {
  const files = [...commonFiles, ...clients.flatMap((client) => client.files)];
  return [...new Set([recordPath, ...files.map((file) => file.path)])];
}

async function readAll(
  top: string,
  { paths, problems }: { paths: string[]; problems: Map<string, string> },
): Promise<Found> {
  const found = new Map<string, FoundFile>();
  for (const path of paths) {
    const file = await findFile(top, path);
    if (isRefusal(file)) problems.set(path, file.message);
    else found.set(path, file);
  }
  return found;
}

function clientsAfter({ clients }: InitRecord, desired: DesiredState): string[] {
  const named = desired.clients.map((client) => client.name);
  return desired.undo
    ? clients.filter((name) => !named.includes(name))
    : [...new Set([...clients, ...named])];
}

function planSharedFiles(
  found: Found,
  { desired, record, after, problems }: Situation,
): { steps: FileChange[]; files: InitRecord['files'] } {
  const steps: FileChange[] = [];
  const files = { ...record.files };
  for (const path of sharedPathsOf(desired.clients)) {
    const file = foundAt(found, path);
    const sharers = sharersAt(path, after);
    const edited = editSharedFile(file.text, sharers, record.files[path]);
    if (isRefusal(edited)) {
      // INI-2: coord never wrote there, so there is nothing of its own to take out.
      const isForeign = desired.undo && record.files[path] === undefined;
      if (!isForeign) problems.set(path, edited.message);
      continue;
    }
    steps.push(...stepFor(file, { ...edited, path, mode: file.mode }));
    delete files[path];
    if (sharers.some(({ wanted }) => wanted)) files[path] = edited.undoRecord;
  }
  return { steps, files };
}

function sharedPathsOf(clients: readonly AgentClient[]): string[] {
  const files = clients.flatMap((client) => client.files).filter(({ kind }) => kind !== 'text');
  return [...new Set(files.map((file) => file.path))];
}

/** A client's part of a file, and whether that client is set up afterwards. */
interface Sharer {
  file: SharedFile;
  wanted: boolean;
}

function sharersAt(path: string, after: readonly string[]): Sharer[] {
  return sharersOf(path).map(({ client, file }) => ({ file, wanted: after.includes(client.name) }));
}

function editSharedFile(
  text: string | undefined,
  sharers: readonly Sharer[],
  undoRecord: UndoRecord | undefined,
): SettingsEdit | Refusal {
  for (const { file, wanted } of sharers)
    if (file.kind === 'toml') return editTomlSettings(text, { wanted, desired: file, undoRecord });
  return editJsonSettings(text, { ...jsonSettings(sharers), undoRecord });
}

/** What all clients together want in a file, and every entry of coord's in it, each once. */
function jsonSettings(sharers: readonly Sharer[]): Omit<DesiredEntries, 'undoRecord'> {
  const files = sharers.flatMap(({ file, wanted }) =>
    file.kind === 'json' ? [{ file, wanted }] : [],
  );
  const entries = files.flatMap(({ file, wanted }) =>
    wanted ? file.entries.map((entry) => [entry.id, entry] as const) : [],
  );
  const bases = files.map(({ file }) => file.base ?? {});
  return {
    base: Object.assign({}, ...bases),
    entries: [...new Map(entries).values()],
    placesIn: (document) => {
      const places = files.flatMap(({ file }) => file.placesIn(document));
      return [...new Map(places.map((place) => [pointerOf(place.path), place])).values()];
    },
  };
}

function planTextFiles(
  found: Found,
  { desired, after, problems }: Omit<Situation, 'record'>,
): FileChange[] {
  const common = commonFiles.map((file) => ({ file, wanted: after.length > 0 }));
  const own = desired.clients
    .flatMap((client) => client.files)
    .flatMap((file) =>
      file.kind === 'text' ? [{ file: ownFile(file), wanted: !desired.undo }] : [],
    );
  return [...common, ...own].flatMap(({ file, wanted }) => {
    const current = foundAt(found, file.path);
    const foreign = current.text !== undefined && !current.text.includes(mark);
    if (foreign && !wanted) return [];
    if (foreign) problems.set(file.path, "is there already and is not coord's");
    return stepFor(current, { ...file, text: wanted ? file.text() : undefined, lines: [] });
  });
}

function planRecord(found: Found, record: InitRecord | undefined): FileChange[] {
  const current = foundAt(found, recordPath);
  const text = record && recordText(record, current.text);
  return stepFor(current, { path: recordPath, text, mode: current.mode, lines: [] });
}

function stepFor(
  current: FoundFile,
  next: { path: string; text: string | undefined; mode: number; lines: string[] },
): FileChange[] {
  const { path, text } = next;
  if (current.text === undefined && text === undefined) return [];
  const mode = current.text === undefined ? next.mode : modeLike(current.mode, next.mode);
  const action = actionFor(current, { text, mode });
  const lines = next.lines.length > 0 ? next.lines : wholeFileLines(action, { text, mode });
  return [{ path, at: current.at, action, text, mode, lines, before: current }];
}

/** INI-1: of a mode Git keeps whether the file can be run. All else is as the umask of each user makes it, and stays. */
function modeLike(mode: number, wanted: number): number {
  return isRun(wanted) ? mode | ((mode & 0o444) >> 2) : mode;
}

function isRun(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

function actionFor(
  current: FoundFile,
  next: { text: string | undefined; mode: number },
): FileChange['action'] {
  if (current.text === undefined) return 'create';
  if (next.text === undefined) return 'delete';
  if (isRun(next.mode) && !isRun(current.mode)) return 'change';
  // INI-1: Git may give the others the line ends of this system; a script with them cannot be run.
  const text = isRun(next.mode) ? current.text : current.text.replaceAll('\r\n', '\n');
  return current.text === next.text || text === next.text ? 'unchanged' : 'change';
}

function wholeFileLines(
  action: FileChange['action'],
  { text = '', mode }: { text: string | undefined; mode: number },
): string[] {
  if (action === 'unchanged' || action === 'delete') return [];
  const kind = isRun(mode) ? 'executable file' : 'file';
  return [`+ ${kind} of ${text.split('\n').length - 1} lines`];
}

/** Parents first. */
async function missingFolders(top: string, steps: FileChange[]): Promise<string[]> {
  const folders = steps
    .filter((step) => step.action === 'create')
    .flatMap((step) => parentsOf(step.path));
  const distinct = [...new Set(folders)];
  const present = await Promise.all(distinct.map((folder) => exists(join(top, folder))));
  return distinct.filter((_, index) => present[index] === false);
}

function parentsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [...parentsOf(parent), parent];
}

function foundAt(found: Found, path: string): FoundFile {
  const file = found.get(path);
  if (file === undefined) throw new Error(`${path} was not read before it was planned`);
  return file;
}

function cannotChange(problems: ReadonlyMap<string, string>): Refusal {
  const files = [...problems].map(([path, message]) => ({ path, message }));
  const list = files.map(({ path, message }) => `${path} ${message}`).join('; ');
  return refuse('Conflict', `Nothing was changed: ${list}.`, { files });
}
