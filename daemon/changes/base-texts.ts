import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { endingCache, type EndingCache } from '../../shared/node/time/ending-cache.ts';
import { headCommitOf } from '../../shared/node/git/head.ts';
import { limits } from '../../shared/contract/fields.ts';
import type { BlobText, BlobTexts } from '../git/blob-texts.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { untilTime } from '../kernel/time-slices.ts';

/** The base of a file that git does not have yet. */
export const noBase: BlobText = { id: '', text: '' };

const maxBytes = 32 * 1024 * 1024;
const maxHeads = 2_000;
const missingForMs = 30_000;
/** So long do heads wait for others that are expected: a burst of checks starts git once. */
const gatherMs = 2;
const maxGathered = 64;
const maxAsking = 2;

/**
 * The texts that lines are counted in (RSV-11): blobs of git, by id. They are kept in memory, so a check reads none; they are
 * read when a reservation that names one arrives, and when a write begins.
 */
export class BaseTexts {
  private readonly texts = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text) => text.length * 2 || 1,
  });
  /** Blobs by commit and path; the empty id for a path that the commit does not have. */
  private readonly heads = new LRUCache<string, string>({ max: maxHeads });
  private readonly loading = new Map<string, Promise<void>>();
  private readonly gathered = new Map<string, RepositoryFile>();
  private gathering: NodeJS.Timeout | undefined;
  private readonly earlier = new LRUCache<string, Promise<string[]>>({ max: maxHeads });
  /** How many files' earlier versions are being read. */
  private asking = 0;
  /** What the repository was found not to have a moment ago. A fetch may bring it. */
  private readonly missing: EndingCache<true>;

  constructor(
    private readonly git: RunGit,
    private readonly blobs: BlobTexts,
    /** Of elapsed time. */
    clock: Clock,
  ) {
    this.missing = endingCache({ max: maxHeads, ttlMs: missingForMs, clock });
  }

  /** The text of a blob; undefined when it has not been read, or the repository does not have it. */
  known(id: string): string | undefined {
    return id === noBase.id ? noBase.text : this.texts.get(id);
  }

  /** Whether there is no use in reading the blob: it is known, or the repository does not have it. */
  isSettled(id: string): boolean {
    return id === noBase.id || this.texts.has(id) || this.missing.has(id);
  }

  /** Reads the blobs that are not known yet, as far as the repository has them. */
  async load(file: Pick<RepositoryFile, 'workTree'>, ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.isSettled(id));
    if (wanted.length === 0) return;
    const { root } = file.workTree;
    const { texts } = await this.blobs.read(root, wanted);
    for (const id of wanted) {
      const blob = texts.get(id);
      if (blob === undefined) this.missing.set(id, true);
      else this.keep(blob);
    }
  }

  /** The file as the checked-out commit has it, `noBase` when it has none; undefined while that has not been read. */
  headOf(file: RepositoryFile): BlobText | undefined {
    return this.keptUnder(headKey(file));
  }

  private keptUnder(key: string): BlobText | undefined {
    const id = this.heads.get(key);
    const text = id === undefined ? undefined : this.known(id);
    return id === undefined || text === undefined ? undefined : { id, text };
  }

  /** The head will be needed soon: it is read in a moment, with what else is expected till then. Costs next to nothing. */
  expectHead(file: RepositoryFile): void {
    this.gathered.set(pathKey(file), file);
    if (this.gathered.size >= maxGathered) this.loadGathered();
    else this.gathering ??= setTimeout(() => this.loadGathered(), gatherMs).unref();
  }

  /** As `headOf`; asks git when it is not known. */
  async loadHead(file: RepositoryFile): Promise<BlobText> {
    const key = headKey(file);
    if (this.gathered.has(pathKey(file))) this.loadGathered();
    await this.loading.get(key);
    if (this.headOf(file) === undefined) await this.loadHeads(new Map([[key, file]]));
    return this.headOf(file) ?? noBase;
  }

  /** The file as any commit has it, by the commit's id; `noBase` when it has none. */
  async loadAt({ workTree, path }: RepositoryFile, commit: string): Promise<BlobText> {
    const key = `${commit}\n${path}`;
    const names = new Map([[key, `${commit}:${path}`]]);
    if (this.keptUnder(key) === undefined) await this.readCommitted(workTree.root, names);
    return this.keptUnder(key) ?? noBase;
  }

  private loadGathered(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const byRoot = new Map<string, Map<string, RepositoryFile>>();
    for (const file of this.gathered.values()) {
      const key = headKey(file);
      if (this.loading.has(key) || this.headOf(file) !== undefined) continue;
      const { root } = file.workTree;
      byRoot.set(root, (byRoot.get(root) ?? new Map<string, RepositoryFile>()).set(key, file));
    }
    this.gathered.clear();
    for (const files of byRoot.values()) void this.loadHeads(files);
  }

  /** Files of one work tree, by their keys. */
  private async loadHeads(files: ReadonlyMap<string, RepositoryFile>): Promise<void> {
    const loading = this.readHeads(files);
    for (const key of files.keys()) this.loading.set(key, loading);
    await loading.finally(() => files.forEach((_, key) => this.loading.delete(key)));
  }

  private async readHeads(files: ReadonlyMap<string, RepositoryFile>): Promise<void> {
    const names = new Map([...files].map(([key, file]) => [key, headName(file)]));
    const [first] = files.values();
    if (first !== undefined) await this.readCommitted(first.workTree.root, names);
  }

  /** What git takes for names of blobs, by the keys to keep them under. */
  private async readCommitted(root: string, names: ReadonlyMap<string, string>): Promise<void> {
    await untilTime();
    const { texts, left } = await this.blobs.read(root, names.values());
    for (const [key, name] of names) {
      // Several at once can be too much: then each is read when it is needed.
      if (left.has(name)) continue;
      const blob = texts.get(name) ?? noBase;
      this.heads.set(key, blob.id);
      this.keep(blob);
    }
  }

  /**
   * Earlier committed versions of the file, newest first; asked for once for each commit. None while many others are being asked
   * for (HOK-3): each takes a start of git.
   */
  async earlierThanHead(file: RepositoryFile): Promise<readonly BlobText[]> {
    const key = headKey(file);
    let ids = this.earlier.get(key);
    if (ids === undefined) {
      if (this.asking >= maxAsking) return [];
      this.earlier.set(key, (ids = this.readEarlier(file)));
    }
    const known = await ids;
    await this.load(file, known);
    return known.flatMap((id) => {
      const text = this.known(id);
      return text === undefined ? [] : [{ id, text }];
    });
  }

  /** HOK-1: to start git takes as long as a slice of work. */
  private async readEarlier({ path, workTree }: RepositoryFile): Promise<string[]> {
    this.asking += 1;
    try {
      await untilTime();
      return await earlierVersions(this.git, workTree.root, { path, count: limits.olderBases });
    } finally {
      this.asking -= 1;
    }
  }

  /** Keeps a text that git may not have. */
  keep({ id, text }: BlobText): void {
    if (id !== noBase.id && !this.texts.has(id)) this.texts.set(id, text);
  }
}

function pathKey({ workTree, path }: RepositoryFile): string {
  return `${workTree.root}\n${path}`;
}

function headName({ workTree, path }: RepositoryFile): string {
  return `${headCommitOf(workTree) ?? 'HEAD'}:${path}`;
}

function headKey({ workTree, path }: RepositoryFile): string {
  return `${headCommitOf(workTree) ?? workTree.root}\n${path}`;
}

const timeoutMs = 1_000;

/**
 * The blob ids of earlier versions of a file, newest first, along the first parents of HEAD; without the version of HEAD itself.
 * As many as git finds in a second.
 */
async function earlierVersions(
  git: RunGit,
  folder: string,
  { path, count }: { readonly path: string; readonly count: number },
): Promise<string[]> {
  const args = ['log', '--first-parent', '-m', '--raw', '--no-abbrev', '--no-renames', '--format='];
  const answer = await git(folder, [...args, `-n${count}`, 'HEAD', '--', `:(literal)${path}`], {
    timeoutMs,
    environment: { GIT_NO_LAZY_FETCH: '1' },
  });
  const ids = answer.stdout
    .split('\n')
    .map((line) => /^:\d+ \d+ ([0-9a-f]+) /.exec(line)?.[1] ?? '');
  return [...new Set(ids)].filter((id) => /[1-9a-f]/.test(id));
}
