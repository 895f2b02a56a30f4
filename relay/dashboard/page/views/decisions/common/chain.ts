import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { isRefusal, type Refusal } from '../../../../../../shared/kernel/refusal.ts';

/** A longer chain is cut: each part is asked for by itself. */
const longest = 20;

/** What replaced what, the newest first, with the decision itself in it. */
export interface Chain {
  readonly versions: readonly DecisionRecord[];
  /** There are more beyond these. */
  readonly isCut: boolean;
}

/** DSH-57: the decisions before and after this one. One that cannot be read ends its side. */
export async function chainOf(
  decision: DecisionRecord,
  read: (id: string) => Promise<DecisionRecord | Refusal>,
): Promise<Chain> {
  const seen = new Set([decision.id]);
  const walk = async (next: (one: DecisionRecord) => string | undefined) => {
    const found: DecisionRecord[] = [];
    let id = next(decision);
    while (id !== undefined && !seen.has(id) && found.length < longest) {
      seen.add(id);
      const one = await read(id);
      if (isRefusal(one)) return { found, isCut: false };
      found.push(one);
      id = next(one);
    }
    return { found, isCut: id !== undefined && !seen.has(id) };
  };
  const [later, earlier] = await Promise.all([
    walk((one) => one.superseded_by),
    walk((one) => one.supersedes),
  ]);
  return {
    versions: [...later.found.reverse(), decision, ...earlier.found],
    isCut: later.isCut || earlier.isCut,
  };
}
