import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, type BigIntStats } from 'node:fs';

/** A file as it is on the disk: which one, and what is in it. */
export interface Fingerprint {
  readonly kind: 'file' | 'link' | 'other';
  readonly executable: boolean;
  /** Of the content, or of where a link leads. */
  readonly digest: string;
  /** Inode and time of the last change: a file that was changed and changed back is another. */
  readonly identity: string;
}

/** Looks at what stands at a path; a link is not followed. Throws when nothing does. */
export function fingerprint(path: string): Fingerprint {
  const stats = lstatSync(path, { bigint: true });
  const identity = `${stats.ino}:${stats.mtimeNs}`;
  const executable = (stats.mode & 0o111n) !== 0n;
  return { kind: kindOf(stats), executable, digest: digestOf(path, stats), identity };
}

export function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return (
    one.kind === other.kind &&
    one.executable === other.executable &&
    one.digest === other.digest &&
    one.identity === other.identity
  );
}

function kindOf(stats: BigIntStats): Fingerprint['kind'] {
  if (stats.isFile()) return 'file';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function digestOf(path: string, stats: BigIntStats): string {
  const kind = kindOf(stats);
  if (kind === 'other') return '';
  const content = kind === 'file' ? readFileSync(path) : readlinkSync(path, { encoding: 'buffer' });
  return createHash('sha256').update(content).digest('hex');
}
