import { setImmediate as nextTurn } from 'node:timers/promises';
import { selectGraphed, type GraphedRow } from '../decisions/queries.ts';
import { selectLinkedSymbols } from '../decisions/link-queries.ts';
import type { Database } from '../store/database.ts';
import type { DecisionLinkRow } from '../store/schema.ts';
import { maxNodes, type GraphedDecision } from './rules.ts';

/** How many decisions are read at once, so that no hook waits for long. */
const atOnce = 50;

/**
 * Hands over the newest decisions, as many as can be shown, and then those that were superseded. Other requests get their turn in
 * between.
 */
export async function readGraphed(
  db: Database['reader'],
  workspaceId: string,
  { withPeople, take }: { withPeople: boolean; take: (decision: GraphedDecision) => void },
): Promise<void> {
  const ended: GraphedDecision[] = [];
  for (let offset = 0; offset < maxNodes; offset += atOnce) {
    const rows = await selectGraphed(db, workspaceId, { limit: atOnce, offset });
    const active = rows.filter(({ state }) => state !== 'ended').map(({ id }) => id);
    const symbols = symbolsByDecision(await selectLinkedSymbols(db, workspaceId, active));
    for (const row of rows) {
      const decision = toGraphed(row, symbols, withPeople);
      if (decision.state === 'ended') ended.push(decision);
      else take(decision);
    }
    await nextTurn();
    if (rows.length < atOnce) break;
  }
  for (const decision of ended) take(decision);
}

export function symbolsByDecision(
  links: readonly Pick<DecisionLinkRow, 'decision_id' | 'symbol'>[],
): Map<string, string[]> {
  const symbols = new Map<string, string[]>();
  for (const { decision_id: id, symbol } of links) {
    const known = symbols.get(id);
    if (known === undefined) symbols.set(id, [symbol]);
    else known.push(symbol);
  }
  return symbols;
}

function toGraphed(
  row: GraphedRow,
  symbols: ReadonlyMap<string, string[]>,
  withPeople: boolean,
): GraphedDecision {
  return {
    id: row.id,
    title: row.title,
    state: row.state as 'fresh' | 'stale' | 'ended',
    files: JSON.parse(row.files) as string[],
    areas: JSON.parse(row.areas) as string[],
    symbols: symbols.get(row.id) ?? [],
    supersededBy: row.superseded_by ?? undefined,
    ...(withPeople && { madeBy: { id: row.made_by, name: row.made_by_name } }),
  };
}
