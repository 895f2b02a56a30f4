/**
 * How often the history of a real repository would have made decisions stale, by hand:
 *
 *     node --import tsx test/index/staleness.ts GIT_DIRECTORY [COMMITS]
 *
 * Decisions are attached to 50 symbols of the oldest of the newest commits; each commit after it is held against them. Files in
 * which a commit changed formatting or comments only (the compiler's scanner sees the same tokens) must flag no symbol at all.
 */
import { execFileSync } from 'node:child_process';
import { ts } from 'ts-morph';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import type { ParsedFile } from '../../daemon/index/parser/facts.ts';

const attached = 50;
const [directory = '', count = '400'] = process.argv.slice(2);
const parser = await loadParser();

interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const commits = git('rev-list', '--first-parent', '--no-merges', `--max-count=${count}`, 'HEAD')
  .trim()
  .split('\n')
  .toReversed();
const [oldest = '', ...later] = commits;
const followed = new Map(symbolsAt(oldest).map((id) => [id, 0]));
const flagging = new Set<string>();
const quiet = { files: 0, flagged: 0 };

for (const commit of later) {
  for (const change of changesOf(commit)) {
    const changed = changedSymbols(change);
    for (const id of changed) {
      const flags = followed.get(id);
      if (flags === undefined) continue;
      followed.set(id, flags + 1);
      flagging.add(commit);
    }
    if (!isQuiet(change)) continue;
    quiet.files += 1;
    if (changed.length > 0) quiet.flagged += 1;
  }
}

const flags = [...followed.values()].toSorted((a, b) => a - b);
console.log(`${later.length} commits, ${followed.size} decisions of one symbol each`);
console.log(`commits that flag any of them: ${flagging.size}`);
console.log(`commits that flag each: ${flags.join(' ')}`);
console.log(
  `files changed in formatting or comments only: ${quiet.files}, flagged: ${quiet.flagged}`,
);
if (quiet.flagged > 0) process.exitCode = 1;

/** Symbols evenly over all files of the commit. */
function symbolsAt(commit: string): string[] {
  const paths = git('ls-tree', '-r', '--name-only', commit).trim().split('\n').filter(isSource);
  const ids = paths.flatMap((path) =>
    (parse(path, textAt(commit, path))?.symbols ?? []).map(({ name }) => `${path}#${name}`),
  );
  const step = Math.max(1, Math.floor(ids.length / attached));
  return ids.filter((_, index) => index % step === 0).slice(0, attached);
}

function changesOf(commit: string): FileChange[] {
  const paths = git('diff-tree', '-r', '--no-commit-id', '--name-only', '--no-renames', commit);
  return paths
    .trim()
    .split('\n')
    .filter(isSource)
    .map((path) => ({ path, before: textAt(`${commit}^`, path), after: textAt(commit, path) }));
}

/** DEC-2: those that mean something else now, or are gone. */
function changedSymbols({ path, before, after }: FileChange): string[] {
  const now = new Map((parse(path, after)?.symbols ?? []).map(({ name, hash }) => [name, hash]));
  return (parse(path, before)?.symbols ?? [])
    .filter(({ name, hash }) => now.get(name) !== hash)
    .map(({ name }) => `${path}#${name}`);
}

function isQuiet({ before, after }: FileChange): boolean {
  if (before === undefined || after === undefined) return false;
  return tokensOf(before).join('\n') === tokensOf(after).join('\n');
}

function tokensOf(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  const tokens: string[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens.push(scanner.getTokenText());
  return tokens;
}

function parse(path: string, text: string | undefined): ParsedFile | undefined {
  return text === undefined ? undefined : parser.parse(path, text);
}

function textAt(commit: string, path: string): string | undefined {
  try {
    return git('show', `${commit}:${path}`);
  } catch {
    return undefined;
  }
}

function isSource(path: string): boolean {
  return isParsable(path) && !path.endsWith('.d.ts');
}

function git(...args: string[]): string {
  return execFileSync('git', ['--git-dir', directory, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
