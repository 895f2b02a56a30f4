/** Edits in work trees of their own, beside what git makes of them. */
import { ts } from 'ts-morph';
import { isCode, parsed } from './code-parts.ts';
import { touching, type GitHunks, type MeetingRegion } from './git-hunks.ts';
import type { AskedEdit, WriteRecord } from './scene.ts';
import type { Verdict } from './verdicts.ts';

export function wantForConflict(edit: AskedEdit, hunks: GitHunks): void {
  const { root, before, after, theirs, theirsFree } = edit;
  for (const text of [before, after, theirs, theirsFree]) hunks.want(root, text);
  for (const text of [before, after, theirs]) hunks.want(edit.theirBase, text);
}

/** An allowed edit: whether it brings a conflict with what the other side holds. */
export function conflictVerdict(
  edit: AskedEdit,
  isConflict: boolean,
  hunks: GitHunks,
): Verdict | undefined {
  if (!isConflict) return undefined;
  const { root, before, after, theirs, theirsFree } = edit;
  const conflicts = (ours: string, others: string) =>
    hunks.meetings(root, ours, others).filter(({ isAlike }) => !isAlike);
  const now = conflicts(after, theirs);
  if (now.length === 0) return { kind: 'a conflict that the hunks do not show', isFault: true };
  const earlier = [...conflicts(before, theirs), ...conflicts(after, theirsFree)];
  const fresh = now.filter((region) => !earlier.some((one) => touching(one, region)));
  if (fresh.length === 0) return { kind: 'allowed beside a conflict with what is not held' };
  const made = hunks.meetings(root, after, theirsFree).filter(({ isAlike }) => isAlike);
  const rest = fresh.filter((region) => !made.some((one) => touching(one, region)));
  if (rest.length === 0) return { kind: 'allowed, makes what the other had committed' };
  if (isApartOverTheirCommit(edit, hunks))
    return { kind: 'allowed, apart over the commit that the other stands on' };
  const isOnlyImports = rest.every((region) => addsOnlyImports(edit, region));
  return isOnlyImports
    ? { kind: 'allowed, both only add imports' }
    : { kind: 'allowed, a new conflict', isFault: true };
}

/** Lines are counted in the other's commit; over the older one that both come from, git may align moved code otherwise. */
function isApartOverTheirCommit(edit: AskedEdit, hunks: GitHunks): boolean {
  const { root, theirBase, before, after, theirs } = edit;
  if (theirBase === root) return false;
  const earlier = hunks.meetings(theirBase, before, theirs);
  return hunks
    .meetings(theirBase, after, theirs)
    .every((region) => earlier.some((one) => touching(one, region)));
}

export function wantForLineDenial(edit: AskedEdit, hunks: GitHunks): void {
  const { theirBase, before, after, theirs, theirWrites, root } = edit;
  hunks.want(root, after);
  hunks.want(root, theirs);
  for (const text of [before, after, theirs, ...textsOf(theirWrites)]) hunks.want(theirBase, text);
}

/**
 * An allowed write must get all it wants. One kind does not: it takes back what it had let go of, beside which the other has
 * written since. Nothing of it is left to conflict.
 */
export function raceVerdict(edit: AskedEdit, hunks: GitHunks): Verdict | undefined {
  if (edit.raced.length === 0) return undefined;
  const { options, theirBase, after, ownFree } = edit;
  if (options.setting === 'shared') return { kind: 'raced', isFault: true };
  const left = hunks.between(theirBase, after).map((hunk) => JSON.stringify(hunk));
  const gone = hunks
    .between(theirBase, ownFree)
    .filter((hunk) => !left.includes(JSON.stringify(hunk)));
  const isLetGo = edit.raced.every(
    ({ lines }) => lines !== undefined && gone.some((hunk) => touching(hunk, lines)),
  );
  return isLetGo
    ? { kind: 'raced, it takes back what it had let go of' }
    : { kind: 'raced', isFault: true };
}

/** What is raced is counted in the other's commit. */
export function wantForRace({ theirBase, after, ownFree }: AskedEdit, hunks: GitHunks): void {
  hunks.want(theirBase, after);
  hunks.want(theirBase, ownFree);
}

/** An edit that is denied for its lines: whether they touch the other side's, counted in the other side's commit. */
export function lineDenialVerdict(
  edit: AskedEdit,
  isConflict: boolean,
  hunks: GitHunks,
): Verdict | undefined {
  const { theirBase, before, after, theirs, theirWrites } = edit;
  const earlier = hunks.between(theirBase, before).map((hunk) => JSON.stringify(hunk));
  const mine = hunks.between(theirBase, after);
  const touched = (text: string) =>
    mine.filter((hunk) => hunks.between(theirBase, text).some((other) => touching(hunk, other)));
  const now = touched(theirs);
  if (now.length > 0) {
    const isOld = now.every((hunk) => earlier.includes(JSON.stringify(hunk)));
    if (isConflict) return isOld ? { kind: 'denied by lines, touched before' } : undefined;
    const isAlike = hunks.meetings(edit.root, after, theirs).some((region) => region.isAlike);
    return { kind: isAlike ? 'merges, as both changed the same' : 'merges otherwise' };
  }
  return textsOf(theirWrites).some((text) => touched(text).length > 0)
    ? { kind: `denied beside lines that were taken back${isConflict ? '' : ', which merge'}` }
    : { kind: 'denied without touching lines', isFault: true };
}

function textsOf(writes: readonly WriteRecord[]): string[] {
  return writes.flatMap(({ before, after }) => [before, after]);
}

/** Both sides have only imports there, and every import that the base has there. */
function addsOnlyImports(
  { options, root, after, theirs }: AskedEdit,
  region: MeetingRegion,
): boolean {
  const { path } = options.file;
  if (!isCode(path)) return false;
  const [base, ours, others] = [root, after, theirs].map((text) => importsOf(path, text));
  if (base === undefined || ours === undefined || others === undefined) return false;
  const kept = base.filter(({ start, end }) => start < region.end && region.start < end);
  return (
    isWithin(region.ours, ours) &&
    isWithin(region.theirs, others) &&
    [ours, others].every((side) => {
      const names = side.flatMap((one) => one.names);
      return kept.every((one) => one.names.every((name) => names.includes(name)));
    })
  );
}

interface Import {
  /** Its lines, counted from 0, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly names: readonly string[];
}

function isWithin(text: string, imports: readonly Import[]): boolean {
  const known = new Set(imports.flatMap(({ lines }) => lines));
  return text.split('\n').every((line) => line.trim() === '' || known.has(line.trim()));
}

function importsOf(path: string, text: string): Import[] {
  const source = parsed(path, text);
  const lineAt = (offset: number) => source.getLineAndCharacterOfPosition(offset).line;
  return importDeclarations(source).map((one) => {
    const { name, namedBindings } = one.importClause ?? {};
    const inner =
      namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [namedBindings];
    const written = one.getText().split('\n');
    return {
      start: lineAt(one.getStart()),
      end: lineAt(one.end) + 1,
      lines: written.map((line) => line.trim()),
      names: [name, ...inner].map((part) => `${one.moduleSpecifier.getText()} ${part?.getText()}`),
    };
  });
}

/** At any depth: where brackets do not match, the parser takes an import into the block above. */
function importDeclarations(node: ts.Node): ts.ImportDeclaration[] {
  const found: ts.ImportDeclaration[] = [];
  node.forEachChild((child) => {
    if (ts.isImportDeclaration(child)) found.push(child);
    else found.push(...importDeclarations(child));
  });
  return found;
}
