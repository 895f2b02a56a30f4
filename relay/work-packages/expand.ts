import { isTestFile } from '../../shared/gate/rules.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { symbolKey } from '../kernel/digest.ts';
import { callersOf, keysOfFile, filesWhere } from '../symbol-graph/slices.ts';
import { type Place, expansionLimits } from './changed-places.ts';
import type { WorkGroup, FileSource, ResultPlace } from './group-work.ts';
import type { Db } from '../store/schema.ts';

interface Expansion {
  readonly groups: readonly WorkGroup[];
  /** The files that each group has already. */
  readonly named: readonly (readonly FileSource[])[];
  /** What each result changes the signature or the place of. */
  readonly changed: Readonly<Record<ResultPlace['kind'], readonly (readonly Place[])[]>>;
}

/**
 * PKG-5: adds the files that call or import what a result changes, group by group, then the tests of the files that are named,
 * group by group. A file that is named in any group stays there, and one that two groups would take goes to the first, so no two
 * groups become one. Answers the files of each group.
 */
export async function expand(
  reader: Db,
  workspaceId: string,
  { groups, named, changed }: Expansion,
): Promise<FileSource[][]> {
  const calls = new Calls(reader, workspaceId);
  const taken = new Set(groups.flatMap(({ keys }) => [...keys]));
  const growing = named.map((files) => new GrowingFiles(files, taken));
  for (const [at, group] of groups.entries())
    for (const { place, of } of targetsOf(group, changed)) {
      const reason = place.name === '' ? 'imports' : 'calls';
      const target = place.name === '' ? place.path : symbolId(place.path, place.name);
      const files = await calls.filesCalling(place);
      growing[at]?.add(files, { reason: `${reason} ${target}`, of, kind: 'callers' });
    }
  const tested = named.map((files) => files.filter(({ file }) => !isTestFile(file)));
  const all = tested.flat().map(({ file }) => file);
  const byName = await testsByName(reader, workspaceId, all.slice(0, expansionLimits.targets));
  for (const [at, files] of tested.entries())
    for (const { file, of } of files) {
      const calling = await calls.filesCalling({ path: file, name: '' });
      const tests = [...(byName.get(file) ?? []), ...calling.filter(isTestFile)];
      growing[at]?.add(tests, { reason: `tests ${file}`, of, kind: 'tests' });
    }
  return growing.map((one) => [...one.sources]);
}

/** What the results of a group change, each once, with the results that do. */
function targetsOf(
  { decisions, actions }: WorkGroup,
  changed: Expansion['changed'],
): { place: Place; of: ResultPlace[] }[] {
  const targets = new Map<string, { place: Place; of: ResultPlace[] }>();
  const results: ResultPlace[] = [
    ...decisions.map((at) => ({ kind: 'decision' as const, at })),
    ...actions.map((at) => ({ kind: 'action' as const, at })),
  ];
  for (const result of results)
    for (const place of changed[result.kind][result.at] ?? []) {
      const key = symbolId(place.path, place.name);
      const known = targets.get(key);
      if (known === undefined) targets.set(key, { place, of: [result] });
      else known.of.push(result);
    }
  return [...targets.values()];
}

/** The files of one group, to which those of the symbol graph are added. */
class GrowingFiles {
  readonly sources: FileSource[];
  private readonly own = new Set<string>();
  private readonly room: Record<'callers' | 'tests', number> = {
    callers: expansionLimits.callers,
    tests: expansionLimits.tests,
  };

  constructor(
    named: readonly FileSource[],
    private readonly taken: Set<string>,
  ) {
    this.sources = [...named];
  }

  add(
    files: readonly string[],
    { reason, of, kind }: Pick<FileSource, 'reason' | 'of'> & { kind: 'callers' | 'tests' },
  ): void {
    for (const file of files) {
      const key = pathKey(file);
      if (!this.own.has(key)) {
        if (this.taken.has(key) || this.room[kind] === 0) continue;
        this.room[kind]--;
        this.taken.add(key);
        this.own.add(key);
      }
      this.sources.push({ file, reason, of });
    }
  }
}

/** Reads from the symbol graph what calls what; the same thing once. */
class Calls {
  private readonly known = new Map<string, Promise<string[]>>();
  private callsLeft: number = expansionLimits.callsOfMeeting;

  constructor(
    private readonly reader: Db,
    private readonly workspaceId: string,
  ) {}

  /** The other files that call a symbol, or anything of a file, in the order of their paths. */
  filesCalling(place: Place): Promise<string[]> {
    const key = symbolKey(symbolId(place.path, place.name));
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const files =
      this.known.size < expansionLimits.targets ? this.read(place) : Promise.resolve([]);
    this.known.set(key, files);
    return files;
  }

  private async read({ path, name }: Place): Promise<string[]> {
    const keys =
      name === ''
        ? await keysOfFile(this.reader, this.workspaceId, path)
        : [symbolKey(symbolId(path, name))];
    const limit = Math.min(expansionLimits.calls, this.callsLeft);
    const callers = await callersOf(this.reader, this.workspaceId, { keys, limit });
    this.callsLeft -= callers.length;
    const own = pathKey(path);
    const files = new Map(callers.map(fileOfSymbol).map((file) => [pathKey(file), file]));
    files.delete(own);
    return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
  }
}

/** `session` of `src/session.ts` and of `test/session.test.ts`. */
function stemOf(key: string): string {
  const base = key.slice(key.lastIndexOf('/') + 1);
  return base.replace(/\.[cm]?[jt]sx?$/, '').replace(/[._-](?:tests?|specs?|e2e|cy)$/, '');
}

/** PKG-5: for each of the files the tests that are called like it, in the order of their paths. */
async function testsByName(
  reader: Db,
  workspaceId: string,
  files: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map(files.map((file): [string, string[]] => [file, []]));
  const keys = new Map(files.map((file) => [pathKey(file), file]));
  const stems = new Set([...keys.keys()].map(stemOf));
  if (stems.size === 0) return found;
  const near = await filesWhere(reader, workspaceId, (key) => stems.has(stemOf(key)));
  const sources = new Set([...keys.keys(), ...near.map(({ file_key: key }) => key)]);
  for (const key of sources) if (isTestFile(key)) sources.delete(key);
  const byStem = new Map<string, string[]>();
  for (const key of sources) byStem.set(stemOf(key), [...(byStem.get(stemOf(key)) ?? []), key]);
  for (const { file_key: key, file } of near) {
    if (!isTestFile(key)) continue;
    const tested = testedBy(key, byStem.get(stemOf(key)) ?? []);
    found.get(keys.get(tested ?? '') ?? '')?.push(file);
  }
  return found;
}

/** The one of the files of its name that a test is for: the one beside it, else the only one, else the one in the likest folder. */
function testedBy(test: string, sources: readonly string[]): string | undefined {
  const folders = foldersOf(test).filter((folder) => !testFolder.test(folder));
  const beside = sources.find((source) => foldersOf(source).join('/') === folders.join('/'));
  if (beside !== undefined || sources.length < 2) return beside ?? sources[0];
  const ranked = sources
    .map((source) => ({ source, shared: sharedEnd(foldersOf(source), folders) }))
    .sort((a, b) => b.shared - a.shared);
  const [first, second] = ranked;
  return first === undefined || first.shared === (second?.shared ?? 0) ? undefined : first.source;
}

const testFolder = /^(?:__tests?__|tests?|specs?|e2e)$/;

function foldersOf(key: string): string[] {
  return key.split('/').slice(0, -1);
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count))
    count++;
  return count;
}
