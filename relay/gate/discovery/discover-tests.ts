import { fileOfSymbol, nameOfSymbol, symbolId } from '../../../shared/kernel/symbol-id.ts';
import { limits } from '../../../shared/contract/fields.ts';
import type { Output } from '../../../shared/api/operations.ts';
import type { Suite } from '../../../shared/gate/suite.ts';
import { PublishedWalk, type Caller, type Discovery, type Touched } from './affected-tests.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import { symbolKey } from '../../kernel/digest.ts';
import {
  selectEdgesAt,
  selectSymbolsOfFiles,
  filesWithContent,
  selectKnownFiles,
} from '../../symbol-graph/queries.ts';
import type { Db } from '../../store/schema.ts';

type Reader = Db;

/** How many keys one query names, and how many edges it may return. */
const keysAtOnce = 500;
const maxEdges = 20_000;

/** GAT-0: the tests that the change can affect, by the symbol graph as it is now. Reads only. */
export async function discoverTests(
  db: Reader,
  workspaceId: string,
  given: Touched,
): Promise<Output<'confirmReady'>> {
  const { tests, doubts, remark } = await discovered(db, workspaceId, given);
  const isWhole = doubts.length > 0;
  return {
    phase: 'discover',
    affected_tests: [...tests],
    whole_suite: isWhole,
    reason: isWhole ? `Run everything: ${doubts.join('; ')}.` : remark,
  };
}

/** With no more tests than an answer names. */
async function discovered(db: Reader, workspaceId: string, given: Touched): Promise<Discovery> {
  const { touched, known } = await asKnown(db, workspaceId, given);
  const walk = new PublishedWalk(touched, known);
  for (let wanted = walk.wanted(); wanted !== undefined; wanted = walk.wanted()) {
    const callers = await callersOf(db, workspaceId, wanted.callersOf);
    const symbols = await symbolsOf(db, workspaceId, wanted.symbolsOf);
    walk.take(callers.found, symbols);
    if (!callers.isComplete) walk.giveUp();
  }
  const { tests, doubts, remark } = walk.answer();
  const most = limits.affectedTests;
  if (tests.length <= most) return { tests, doubts, remark };
  const cut = `more than ${most} test files are affected`;
  return { tests: tests.slice(0, most), doubts: [...doubts, cut], remark };
}

/** GAT-11: what results are compared with. */
interface RequiredTests {
  readonly affectedTests: readonly string[];
  /** Without its tests: the graph has only those in TypeScript and JavaScript. */
  readonly suite: Suite | undefined;
}

/**
 * GAT-11: the test files that the graph says have to be run, and whether that is all. A touched test file that the graph does not
 * have, or has nothing of any more, may be one that the commit deleted, and cannot be asked for.
 */
export async function requiredTests(
  db: Reader,
  workspaceId: string,
  given: Touched,
): Promise<RequiredTests> {
  const { tests, doubts } = await discovered(db, workspaceId, given);
  const touched = new Set([...given.files, ...given.symbols.map(fileOfSymbol)].map(pathKey));
  const asked = tests.map(pathKey).filter((key) => touched.has(key));
  const there = new Set<string>();
  for (const keys of chunks(asked))
    for (const key of await filesWithContent(db, workspaceId, keys)) there.add(key);
  return {
    affectedTests: tests.filter((path) => !touched.has(pathKey(path)) || there.has(pathKey(path))),
    suite: doubts.length === 0 ? undefined : { reason: doubts.join('; '), tests: [] },
  };
}

/** The touched files and symbols as the graph spells them (PTH-2), and what the graph has of those files. */
async function asKnown(db: Reader, workspaceId: string, { files, symbols }: Touched) {
  const paths = [...new Set([...files, ...symbols.map(fileOfSymbol)])];
  const spelled = new Map<string, string>();
  for (const keys of chunks(paths.map(pathKey))) {
    for (const row of await selectKnownFiles(db, workspaceId, keys)) {
      spelled.set(row.file_key, row.file);
    }
  }
  const spell = (path: string) => spelled.get(pathKey(path)) ?? path;
  const known = {
    files: new Set(spelled.values()),
    symbols: await symbolsOf(db, workspaceId, [...spelled.values()]),
  };
  const touched = {
    files: files.map(spell),
    symbols: symbols.map((id) => symbolId(spell(fileOfSymbol(id)), nameOfSymbol(id))),
  };
  return { touched, known };
}

async function callersOf(
  db: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ found: Caller[]; isComplete: boolean }> {
  const found: Caller[] = [];
  let isComplete = true;
  for (const keys of chunks(ids.map(symbolKey))) {
    const asked = { keys, end: 'callee', limit: maxEdges } as const;
    const edges = await selectEdgesAt(db, workspaceId, asked);
    for (const { caller, callee } of edges) found.push({ caller, callee });
    isComplete &&= edges.length < maxEdges;
  }
  return { found, isComplete };
}

async function symbolsOf(
  db: Reader,
  workspaceId: string,
  files: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const keys of chunks(files.map(pathKey))) {
    const rows = await selectSymbolsOfFiles(db, workspaceId, keys);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function chunks(items: readonly string[]): string[][] {
  const count = Math.ceil(items.length / keysAtOnce);
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * keysAtOnce, (at + 1) * keysAtOnce),
  );
}
