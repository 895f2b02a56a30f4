import { isTestFile } from '../../shared/gate/rules.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import type { Database } from '../store/database.ts';
import { filesWhere } from '../symbol-graph/slices.ts';

/** `session` of `src/session.ts` and of `test/session.test.ts`. */
function stemOf(key: string): string {
  const base = key.slice(key.lastIndexOf('/') + 1);
  return base.replace(/\.[cm]?[jt]sx?$/, '').replace(/[._-](?:tests?|specs?|e2e|cy)$/, '');
}

/** PKG-5: for each of the files the tests that are called like it, in the order of their paths. */
export async function testsByName(
  reader: Database['reader'],
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
