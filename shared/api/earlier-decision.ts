import type { Output } from './operations.ts';
import { linkedLabel } from '../feed/sentence.ts';
import { quoted } from '../kernel/display.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { isTopLevel } from '../kernel/symbol-id.ts';

type Recorded = Pick<Output<'decide'>, 'id' | 'symbols' | 'files'>;

/** The decisions about a file, the newest first. */
export type ListDecisions = (file: string) => Promise<Output<'listDecisions'> | Refusal>;

/** Of how many files earlier decisions are asked for. */
const askedFiles = 5;

/**
 * DEC-19: what is said of the newest other decision that counts and is linked to one of the same symbols; undefined without one.
 * `supersede` is how this person or agent replaces it.
 */
export async function besideEarlier(
  { id, symbols, files }: Recorded,
  list: ListDecisions,
  supersede: (earlier: string) => string,
): Promise<string | undefined> {
  for (const file of files.slice(0, askedFiles)) {
    const listed = await list(file);
    if (isRefusal(listed)) return undefined;
    for (const other of listed.decisions) {
      const common = other.symbols.find((symbol) => symbols.includes(symbol));
      const counts = other.state === 'fresh' || other.state === 'stale';
      if (common === undefined || !counts || other.id === id) continue;
      return (
        `${other.id} ${quoted(other.title)} is also decided about ${linkName(common)}, and counts beside it. ` +
        `Where the two contradict each other: ${supersede(other.id)}`
      );
    }
  }
  return undefined;
}

/** DEC-9: a file counts by what others use of it. */
export function linkName(id: string): string {
  return isTopLevel(id) ? `${linkedLabel(id)} as a whole` : linkedLabel(id);
}
