import type { graphOperations } from '../../shared/graph/contract.ts';
import { knowledgeGraph } from './rules.ts';
import { selectDecisions, selectLinks } from '../decisions/queries.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';

/** How many of the newest decisions it shows. */
const maxDecisions = 300;

export function graphService({
  database,
}: Pick<ServiceDependencies, 'database'>): Handlers<keyof typeof graphOperations> {
  const db = database.reader;
  return {
    async graph({ id }) {
      const rows = await selectDecisions(db, id, { filter: {}, limit: maxDecisions });
      const active = rows.filter(({ state }) => state === 'fresh' || state === 'stale');
      const links = await selectLinks(
        db,
        id,
        active.map((row) => row.id),
      );
      const symbols = new Map<string, string[]>();
      for (const { decision_id, symbol } of links) {
        symbols.set(decision_id, [...(symbols.get(decision_id) ?? []), symbol]);
      }
      return knowledgeGraph(
        active.map((row) => ({
          id: row.id,
          title: row.title,
          files: JSON.parse(row.files) as string[],
          areas: JSON.parse(row.areas) as string[],
          symbols: symbols.get(row.id) ?? [],
        })),
      );
    },
  };
}
