import { dirname, join } from 'node:path';
import type { GitRunner } from '../../shared/node/git/git-calls.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { stampOf } from '../../shared/node/git/own-settings.ts';
import { Conversation, type Found, OpenConversations } from './conversation.ts';

export type IgnoreRules = Pick<IgnoreReader, 'ignoredAmong'>;

/** `<file>`, `<line>`, `<pattern>` and `<path>`, each with a NUL behind it; the first three are empty for what is not ignored. */
const fields = 4;
const maxSeen = 2_000;
/** The user's own rules can lie anywhere. */
const maxAgeMs = 60_000;

/** Which paths git ignores. One `git check-ignore` for each work tree answers for all who ask. */
export class IgnoreReader {
  private readonly trees: OpenConversations<IgnoresOfTree>;

  constructor(git: Pick<GitRunner, 'open'>) {
    this.trees = new OpenConversations((root) => new IgnoresOfTree(git, root));
  }

  /** Those of the paths that git ignores. A path that is tracked is never ignored. */
  async ignoredAmong(root: string, paths: readonly string[]): Promise<Set<string>> {
    if (paths.length === 0) return new Set();
    const tree = this.trees.of(root);
    tree.look(paths);
    const answers = await Promise.all(paths.map((path) => tree.isIgnored(path)));
    return new Set(paths.filter((_, at) => answers[at] === true));
  }

  close(): void {
    this.trees.close();
  }
}

class IgnoresOfTree {
  private readonly conversation: Conversation<boolean>;
  /** The files that git has read its rules from, as they were then. It does not read them again. */
  private readonly seen = new Map<string, string>();
  private startedAtMs = performance.now();
  private gitFiles: readonly string[] | undefined;

  constructor(
    git: Pick<GitRunner, 'open'>,
    private readonly root: string,
  ) {
    const args = ['check-ignore', '-z', '--stdin', '--verbose', '--non-matching'];
    this.conversation = new Conversation({ open: () => git.open(root, args), parse: ruleIn });
  }

  /** Git begins anew where a file that its answers depend on has changed. */
  look(paths: readonly string[]): void {
    const files = new Set(paths.flatMap((path) => this.ruleFilesOf(path)));
    const stamps = [...files].map((file) => [file, stampOf(file)] as const);
    const isChanged = stamps.some(([file, stamp]) => (this.seen.get(file) ?? stamp) !== stamp);
    const isOld = performance.now() - this.startedAtMs > maxAgeMs;
    if (isChanged || isOld || this.seen.size > maxSeen) this.restart();
    for (const [file, stamp] of stamps) this.seen.set(file, stamp);
  }

  isIgnored(path: string): Promise<boolean | undefined> {
    return this.conversation.ask(`${path}\0`);
  }

  restart(): void {
    this.conversation.restart();
    this.seen.clear();
    this.startedAtMs = performance.now();
    this.gitFiles = undefined;
  }

  private ruleFilesOf(path: string): string[] {
    const files: string[] = [];
    for (let folder = dirname(path); folder !== '.' && folder !== '/'; folder = dirname(folder))
      files.push(join(this.root, folder, '.gitignore'));
    this.gitFiles ??= gitFilesOf(this.root);
    return [join(this.root, '.gitignore'), ...this.gitFiles, ...files];
  }
}

/** What is tracked, and the rules that are not in the work tree. */
function gitFilesOf(root: string): string[] {
  const own = findWorkTree(root);
  return own === undefined
    ? []
    : [join(own.gitDir, 'index'), join(own.commonDir, 'info', 'exclude')];
}

/** A pattern that begins with `!` says that the path is not ignored. */
function ruleIn(bytes: Buffer): Found<boolean> {
  const ends: number[] = [];
  for (let at = bytes.indexOf(0); at !== -1 && ends.length < fields; at = bytes.indexOf(0, at + 1))
    ends.push(at);
  const [, line = 0, pattern = 0, path] = ends;
  if (path === undefined) return { needs: bytes.length + 1 };
  const rule = bytes.toString('utf8', line + 1, pattern);
  return { answer: rule !== '' && !rule.startsWith('!'), end: path + 1 };
}
