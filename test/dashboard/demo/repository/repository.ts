import { createHash } from 'node:crypto';
import type { PublishedFile, PublishedSymbol } from '../../../../shared/symbols/contract.ts';
import type { Random } from '../random.ts';
import { filesOf, type NamedSymbol, type SourceFile } from './read-tree.ts';
import { signatureOf } from './signatures.ts';
import { around } from './source-around.ts';
import { shop } from './source-shop.ts';
import { web } from './source-web.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
/** Lines of imports before the first symbol, and between two symbols. */
const importLines = 8;
const betweenLines = 2;
const length = { from: 4, to: 64 } as const;
/** Folders whose files have tests beside them. */
const tested = /^src\/(checkout|pricing|inventory|payments|search)\//;

/** The files of the shop as a daemon would publish them after its first index. */
export function repositoryFiles(random: Random): PublishedFile[] {
  const sources = [shop, around, web].flatMap(filesOf);
  const files = sources.map((source) => published(source, random));
  return [...withCalls(files, random), ...testsOf(sources)];
}

/** Any file in the same form, for repositories that are larger. */
export function published({ path, symbols }: SourceFile, random: Random): PublishedFile {
  let line = importLines;
  const made = symbols.map((symbol): PublishedSymbol => {
    const start = line + 1;
    line = start + random.between(length.from, length.to);
    const one = publishedSymbol(symbol, { path, start, end: line });
    line += betweenLines;
    return one;
  });
  return { path, symbols: made, parsed: true, callees: [] };
}

function publishedSymbol(
  symbol: NamedSymbol,
  { path, start, end }: { path: string; start: number; end: number },
): PublishedSymbol {
  const signature = signatureOf(symbol, path);
  return {
    name: symbol.name,
    kind: symbol.kind,
    start_line: start,
    end_line: end,
    signature,
    ...(symbol.members.length > 0 && { members: [...symbol.members] }),
    exported: true,
    meaning_hash: hash(`${path} ${signature} 1`),
    signature_hash: hash(signature),
    callees: [],
  };
}

/** Functions call a few of their own folder, so that the graph has edges and the gate finds tests. */
function withCalls(files: readonly PublishedFile[], random: Random): PublishedFile[] {
  return files.map((file) => {
    const near = files.filter((one) => one !== file && folderOf(one.path) === folderOf(file.path));
    const symbols = file.symbols.map((symbol) =>
      symbol.kind === 'function' && near.length > 0 && random.chance(0.6)
        ? { ...symbol, callees: [calleeIn(random.pick(near), random)] }
        : symbol,
    );
    return { ...file, symbols };
  });
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

function calleeIn({ path, symbols }: PublishedFile, random: Random): string {
  return `${path}#${random.pick(symbols).name}`;
}

function testsOf(sources: readonly SourceFile[]): PublishedFile[] {
  return sources
    .filter(({ path }) => tested.test(path))
    .map(({ path, symbols }) => ({
      path: path.replace(/\.ts$/, '.test.ts'),
      symbols: [],
      parsed: true,
      callees: symbols.map(({ name }) => `${path}#${name}`),
    }));
}

/** The same symbol after somebody has rewritten it: another signature, or only another body. */
export function rewritten(symbol: PublishedSymbol, signature = symbol.signature): PublishedSymbol {
  const meaning_hash = hash(`${symbol.meaning_hash} ${signature}`);
  return { ...symbol, signature, signature_hash: hash(signature), meaning_hash };
}
