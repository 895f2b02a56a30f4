import type { Input, Output } from '../../shared/api/operations.ts';
import { isOn, itemsOf } from '../../shared/contract/fields.ts';
import { nodeType, type graphOperations, type NodeType } from '../../shared/graph/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { idPrefixes } from '../../shared/kernel/ids.ts';
import { selectDecisions } from '../decisions/queries.ts';
import { selectLinks } from '../decisions/link-queries.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { Database } from '../store/database.ts';
import { readGraphed, symbolsByDecision } from './read.ts';
import { GraphBuilder, knowledgeGraph, maxNodes, usualLimits } from './rules.ts';
import { surroundingsOf, wholeBuilder } from './surroundings.ts';

/** How many of the newest decisions it shows without a parameter. */
const maxDecisions = 300;

export function graphService({
  database,
}: Pick<ServiceDependencies, 'database'>): Handlers<keyof typeof graphOperations> {
  const db = database.reader;
  return {
    graph: ({ id, ...view }) =>
      Object.values(view).every((value) => value === undefined)
        ? plainGraph(db, id)
        : viewedGraph(db, { id, ...view }),
  };
}

/** GRA-1. */
async function plainGraph(db: Database['reader'], id: string): Promise<Output<'graph'>> {
  const rows = await selectDecisions(db, id, { filter: {}, limit: maxDecisions });
  const active = rows.filter(({ state }) => state === 'fresh' || state === 'stale');
  const ids = active.map((row) => row.id);
  const symbols = symbolsByDecision(await selectLinks(db, id, ids));
  return knowledgeGraph(
    active.map((row) => ({
      id: row.id,
      title: row.title,
      files: JSON.parse(row.files) as string[],
      areas: JSON.parse(row.areas) as string[],
      symbols: symbols.get(row.id) ?? [],
    })),
  );
}

/** GRA-2. */
async function viewedGraph(
  db: Database['reader'],
  { id, people, kinds, focus, depth = 1, limit = maxNodes }: Input<'graph'>,
): Promise<Output<'graph'> | Refusal> {
  const types = typesOf(kinds);
  if (isRefusal(types)) return types;
  if (isOn(people)) types?.add('person');
  const isPerson = focus?.startsWith(`${idPrefixes.user}_`) === true;
  const withPeople = isOn(people) || isPerson || types?.has('person') === true;
  const isShown = (type: NodeType, node: string) =>
    types === undefined || types.has(type) || node === focus;
  const builder =
    focus === undefined
      ? new GraphBuilder({ ...usualLimits, nodes: limit }, isShown)
      : wholeBuilder(isShown);
  await readGraphed(db, id, { withPeople, take: (decision) => builder.add(decision) });
  const graph = builder.graph();
  if (focus !== undefined)
    return surroundingsOf(graph, { focus, depth, limit }) ?? noSuchNode(focus);
  return {
    nodes: [...graph.nodes],
    edges: [...graph.edges],
    ...(builder.isCut && { truncated: true as const, total: builder.total }),
  };
}

function noSuchNode(focus: string): Refusal {
  const shown = focus.length > 120 ? `${focus.slice(0, 120)}…` : focus;
  const text = `focus: there is no node ${JSON.stringify(shown)} in this graph. Take an id that the graph without focus answers.`;
  return refuse('NotFound', text, { field: 'focus' });
}

/** Undefined for all types. */
function typesOf(kinds: string | undefined): Set<NodeType> | undefined | Refusal {
  if (kinds === undefined) return undefined;
  const types = new Set<NodeType>();
  for (const kind of itemsOf(kinds)) {
    const parsed = nodeType.safeParse(kind);
    if (!parsed.success) return noSuchKind();
    types.add(parsed.data);
  }
  return types.size === 0 ? noSuchKind() : types;
}

function noSuchKind(): Refusal {
  const text = `kinds: name some of ${nodeType.options.join(', ')}, with commas between.`;
  return refuse('ValidationError', text, { field: 'kinds' });
}
