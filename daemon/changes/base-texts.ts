import type { Clock } from '../../shared/kernel/clock.ts';
import type { RunGit } from '../../shared/node/git/run.ts';
import { headCommitOf } from '../../shared/node/git/head.ts';
import { readBlobTexts, type BlobText } from '../git/blob-texts.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';

/** The base of a file that git does not have yet. */
export const noBase: BlobText = { id: '', text: '' };

const maxBytes = 32 * 1024 * 1024;
const maxHeads = 2_000;
const missingForMs = 30_000;

/**
 * The texts that lines are counted in (RSV-11): blobs of git, by id. They are kept in memory, so a check reads none; they are
 * read when a reservation that names one arrives, and when a write begins.
 */
export class BaseTexts {
  private readonly texts = new Map<string, string>([[noBase.id, noBase.text]]);
  private bytes = 0;
  /** Blobs by commit and path; the empty id for a path that the commit does not have. */
  private readonly heads = new Map<string, string>();
  private readonly loading = new Map<string, Promise<void>>();
  /** When the repository was found not to have a blob. A fetch may bring it. */
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly git: RunGit,
    private readonly clock: Clock,
  ) {}

  /** The text of a blob; undefined when it has not been read, or the repository does not have it. */
  known(id: string): string | undefined {
    const text = this.texts.get(id);
    if (text === undefined || id === noBase.id) return text;
    this.texts.delete(id);
    this.texts.set(id, text);
    return text;
  }

  /** Whether there is no use in reading the blob: it is known, or the repository does not have it. */
  isSettled(id: string): boolean {
    const missedAtMs = this.missing.get(id) ?? -Infinity;
    return this.texts.has(id) || this.clock.now() - missedAtMs < missingForMs;
  }

  /** Reads the blobs that are not known yet, as far as the repository has them. */
  async load(file: Pick<RepositoryFile, 'workTree'>, ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.isSettled(id));
    if (wanted.length === 0) return;
    const found = await readBlobTexts(this.git, file.workTree.root, wanted);
    for (const id of wanted) {
      const blob = found.get(id);
      if (blob === undefined) this.missing.set(id, this.clock.now());
      else this.keep(blob);
    }
    if (this.missing.size > maxHeads) this.missing.clear();
  }

  /** The file as the checked-out commit has it, `noBase` when it has none; undefined while that has not been read. */
  headOf(file: RepositoryFile): BlobText | undefined {
    const id = this.heads.get(headKey(file));
    const text = id === undefined ? undefined : this.known(id);
    return id === undefined || text === undefined ? undefined : { id, text };
  }

  /** As `headOf`; asks git when it is not known. */
  async loadHead(file: RepositoryFile): Promise<BlobText> {
    const key = headKey(file);
    const loading = this.loading.get(key) ?? this.readHead(file, key);
    this.loading.set(key, loading);
    await loading.finally(() => this.loading.delete(key));
    return this.headOf(file) ?? noBase;
  }

  private async readHead(file: RepositoryFile, key: string): Promise<void> {
    if (this.headOf(file) !== undefined) return;
    const commit = headCommitOf(file.workTree) ?? 'HEAD';
    const name = `${commit}:${file.path}`;
    const found = (await readBlobTexts(this.git, file.workTree.root, [name])).get(name) ?? noBase;
    if (this.heads.size >= maxHeads) this.heads.clear();
    this.heads.set(key, found.id);
    this.keep(found);
  }

  /** Keeps a text that git may not have. */
  keep({ id, text }: BlobText): void {
    if (this.texts.has(id)) return;
    this.texts.set(id, text);
    this.bytes += text.length * 2;
    for (const [oldest, dropped] of this.texts) {
      if (this.bytes <= maxBytes) break;
      if (oldest === noBase.id || oldest === id) continue;
      this.texts.delete(oldest);
      this.bytes -= dropped.length * 2;
    }
  }
}

function headKey({ workTree, path }: RepositoryFile): string {
  return `${headCommitOf(workTree) ?? workTree.root}\n${path}`;
}
