import { createHash } from 'node:crypto';
import type { Changes } from '../../shared/contract/changes.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { Reservation } from '../../shared/reservations/collisions.ts';
import { inEveryBase, type Lines } from '../../shared/reservations/lines.ts';
import type { Place } from '../../shared/reservations/places.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { BlobText } from '../git/blob-texts.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { loadPlaceReader } from '../index/places/place-reader.ts';
import { applyEdits, type Edit } from '../index/text-edits.ts';
import { untilTime } from '../kernel/time-slices.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { Change, Text } from '../work-trees/expected-write.ts';
import { type BaseTexts, noBase } from './base-texts.ts';
import { EditPreview } from './edit-preview.ts';
import { heldSpans, OwnedLines, placedSpans } from './owned-lines.ts';
import { withOverwritten } from './overwritten-places.ts';
import { type AnalyseText, WarmUp } from './warm-up.ts';
import { placesWritten, touchedBy } from './written-places.ts';

interface FileChangesOptions {
  readonly bases: BaseTexts;
  readonly files: Pick<FileStates, 'textOf'>;
  /** A name for who works in the session, the same before and after the relay knows the session. */
  readonly ownerOf: (sessionId: string) => string;
  /** Names the daemons' home: two machines of one name may have work trees at the same path. */
  readonly homeId?: string | undefined;
  /** Whether other machines hear of the lines. */
  readonly isShared: () => boolean;
  readonly analyse?: AnalyseText | undefined;
}

/** A write that has happened, and who made it. */
interface Written {
  readonly owner: string;
  readonly change: Change;
  /** What the session holds of the file already: its lines go on counting in the same base. */
  readonly own: readonly Reservation[];
  /** What other sessions hold of the file. */
  readonly others: readonly Reservation[];
}

/** What edits would change and writes have changed: places of the file, and lines (RSV-10, RSV-11). */
export class FileChanges {
  private readonly bases: BaseTexts;
  private readonly owned = new OwnedLines();
  private readonly warmUp: WarmUp;
  private readonly treeNames = new Map<string, string>();

  constructor(private readonly options: FileChangesOptions) {
    this.bases = options.bases;
    this.warmUp = new WarmUp(options.files, options.analyse);
  }

  /** A name that tells work trees apart and says nothing of the machine: the relay learns it with the lines (RSV-17). */
  treeName({ root }: WorkTree): string {
    const known = this.treeNames.get(root);
    if (known !== undefined) return known;
    const digest = createHash('sha256')
      .update(`${this.options.homeId ?? ''}\n${root}`)
      .digest('hex');
    const name = digest.slice(0, 16);
    this.treeNames.set(root, name);
    return name;
  }

  /** Of the very file in its work tree, for `OwnedLines`. */
  private nameOf({ workTree, path }: RepositoryFile): string {
    return `${this.treeName(workTree)}\n${path}`;
  }

  /** What the edits would do; why not, when they do not fit the file, or it cannot be read as text. */
  preview(file: RepositoryFile, edits: readonly Edit[]): EditPreview | 'unfit' | 'unread' {
    const now = this.options.files.textOf(file);
    if (now === 'unreadable') return 'unread';
    const edited = applyEdits(now.text, edits);
    if (edited.kind === 'inapplicable') return 'unfit';
    const proposed = edited.kind === 'text' ? edited.text : '';
    const tree = this.treeName(file.workTree);
    const edit = { path: file.path, tree, current: now.text ?? '', proposed };
    return new EditPreview(edit, {
      bases: this.bases,
      owned: this.owned,
      ownerOf: this.options.ownerOf,
    });
  }

  /** SES-3: the lines that the one has changed are the other's from now on. Both are named as `ownerOf` names them. */
  handOver(from: string, to: string): void {
    this.owned.handOver(from, to);
  }

  /** Whether all lines of the reservations can be compared; otherwise `load` reads what is missing. */
  isLoaded(reservations: readonly Reservation[]): boolean {
    return reservations.every(
      ({ lines }) =>
        lines === undefined ||
        this.bases.known(lines.base) !== undefined ||
        basesOf(lines).every((base) => this.bases.isSettled(base)),
    );
  }

  load(
    file: Pick<RepositoryFile, 'workTree'>,
    reservations: readonly Reservation[],
  ): Promise<void> {
    return this.bases.load(
      file,
      reservations.flatMap(({ lines }) => (lines === undefined ? [] : basesOf(lines))),
    );
  }

  /** What others have changed: the texts that their lines count in are read before a check needs them. */
  async loadGranted(workTree: WorkTree, events: readonly LogEvent[]): Promise<void> {
    const bases = events.flatMap((event) =>
      event.type === 'file_reserved' && event.changes !== undefined ? basesIn(event.changes) : [],
    );
    if (bases.length > 0) await this.bases.load({ workTree }, bases);
  }

  /** The file as somebody here wrote it last; undefined where nobody did. */
  lastTextOf(file: RepositoryFile): string | undefined {
    return this.owned.textOf(this.nameOf(file));
  }

  /** Whether Git has the file with this text, in a commit, a stash or the index; with LF where git turns line ends. */
  async isInGit(file: RepositoryFile, text: string): Promise<boolean> {
    const forms = new Set([text, text.replaceAll('\r\n', '\n')]);
    // A repository uses one of the hashes, and a name by the other one is no name there.
    const ids = [...forms].flatMap((form) => [blobIdOf(form, 'sha1'), blobIdOf(form, 'sha256')]);
    await this.bases.load(file, ids);
    return ids.some((id) => this.bases.known(id) !== undefined);
  }

  /** RSV-17: the sessions of which lines stand in this very file, with this text. */
  holdersHere(
    file: RepositoryFile,
    held: readonly Reservation[],
    text: string,
  ): ReadonlySet<string> {
    const here = (one: Reservation) =>
      this.owned.heldIn(this.nameOf(file), text, [this.asOwned(one)]).length > 0;
    return new Set(held.filter(here).map((one) => one.sessionId));
  }

  private asOwned({ sessionId, symbol }: Reservation) {
    return { owner: this.options.ownerOf(sessionId), symbol };
  }

  /** A write of the file may begin: what it will be compared with is read meanwhile. */
  expectWrite(file: RepositoryFile): void {
    this.bases.expectHead(file);
    this.warmUp.expect(file);
  }

  /** RSV-10, RSV-11: the places and lines that a write has changed; none when it changed nothing. */
  async placesOf(
    file: RepositoryFile,
    { owner, change, own, others }: Written,
  ): Promise<readonly Place[]> {
    const { before = '', after = '' } = change;
    if (before === after) return [];
    const tree = this.treeName(file.workTree);
    const name = this.nameOf(file);
    // What it wrote before it let go of the file is nobody's now.
    if (own.length === 0) this.owned.forget(name, owner);
    const held = others.map((one) => this.asOwned(one));
    const theirs = this.owned.heldIn(name, before, held);
    const write = this.owned.note(name, owner, { before, after });
    const isShared = this.owned.isShared(name);
    const base = await this.baseFor(file, own, change.before);
    const older = [...(await this.olderFor(file, base)), ...createdFrom(own, base)];
    const reader = await loadPlaceReader();
    await untilTime();
    const read = (text: Text) => (text === undefined ? 'absent' : reader.read(file.path, text));
    const meant = touchedBy(read(change.before), read(change.after));
    const touched = withOverwritten(meant, theirs, { before, after });
    const claimed = { ...base, tree, isShared, older };
    const places = placesWritten(touched, { before, after }, claimed);
    this.owned.place(name, write, heldSpans(placedSpans(touched, { before, after }), places));
    return places;
  }

  /** Another machine's history may end before the base; on one machine it never does. */
  private async olderFor(file: RepositoryFile, base: BlobText): Promise<readonly BlobText[]> {
    if (!this.options.isShared() || base.id === noBase.id) return [];
    const versions = await this.bases.earlierThanHead(file);
    return versions.filter(({ id }) => id !== base.id);
  }

  /**
   * The base of what the session holds already, the file as it is committed, or, where it never was, as it was before. A file that the
   * session has made and committed is no longer one change as a whole.
   */
  private async baseFor(
    file: RepositoryFile,
    own: readonly Reservation[],
    before: Text,
  ): Promise<BlobText> {
    const head = this.bases.headOf(file) ?? (await this.bases.loadHead(file));
    for (const { lines } of own) {
      if (lines === undefined || (lines.base === noBase.id && head.id !== noBase.id)) continue;
      const text = this.bases.known(lines.base);
      if (text !== undefined) return { id: lines.base, text };
    }
    if (head.id !== noBase.id || before === undefined) return head;
    const blob = { id: blobIdOf(before, 'sha1'), text: before };
    this.bases.keep(blob);
    return blob;
  }
}

/** Who does not have the commit of the file yet may make it too: for them it is still new. */
function createdFrom(own: readonly Reservation[], base: BlobText): readonly BlobText[] {
  const isCreated = own.some(({ lines }) => lines && basesOf(lines).includes(noBase.id));
  return isCreated && base.id !== noBase.id ? [noBase] : [];
}

function basesOf(lines: Lines): readonly string[] {
  return inEveryBase(lines).map(({ base }) => base);
}

function basesIn({ base, parts }: Changes): readonly string[] {
  return [base, ...parts.flatMap(({ older = [] }) => older.map((one) => one.base))];
}

/** As git would name it (git's own format for blobs). */
function blobIdOf(text: string, algorithm: 'sha1' | 'sha256'): string {
  const bytes = Buffer.from(text);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
