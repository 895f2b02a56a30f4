import type { Output } from '../../shared/api/operations.ts';
import type { PublishedFile, PublishedSymbol } from '../../shared/symbols/contract.ts';
import type { World } from './harness.ts';

/** A symbol as a daemon would publish it; `meaning` and `signature` stand for their hashes too. */
export function symbolOf(name: string, more: Partial<PublishedSymbol> = {}): PublishedSymbol {
  const { meaning_hash = 'm1', signature = `function ${name}(): void` } = more;
  return {
    name,
    kind: 'function',
    start_line: 1,
    end_line: 3,
    exported: true,
    signature_hash: `hash of ${signature}`.slice(0, 120),
    callees: [],
    ...more,
    meaning_hash,
    signature,
  };
}

/** One file with its symbols; those that are given by name only are made up. */
export function fileOf(
  path: string,
  symbols: readonly (string | PublishedSymbol)[],
  more: Partial<PublishedFile> = {},
): PublishedFile {
  return {
    path,
    symbols: symbols.map((one) => (typeof one === 'string' ? symbolOf(one) : one)),
    parsed: true,
    callees: [],
    ...more,
  };
}

/** Publishes files as the daemon of this person. */
export function publish(
  world: World,
  name: string,
  files: readonly PublishedFile[],
  more: { full?: boolean; from_git?: boolean; taken_back?: boolean; session_id?: string } = {},
): Promise<Output<'publishSymbols'>> {
  return world.as(name).ok('publishSymbols', { id: world.workspace.id, files, ...more });
}
