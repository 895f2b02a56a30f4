import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import { isOn, itemsOf } from '../../shared/contract/fields.ts';
import {
  nodeType,
  type graphOperations,
  type NodeType,
  type KnowledgeGraph,
} from '../../shared/graph/contract.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { idPrefixes } from '../../shared/kernel/ids.ts';
import { selectDecisions, selectGraphed, type GraphedRow } from '../decisions/queries.ts';
import { selectLinks, selectLinkedSymbols } from '../decisions/link-queries.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import {
  GraphBuilder,
  knowledgeGraph,
  maxNodes,
  usualLimits,
  type GraphedDecision,
} from './rules.ts';
import type { Db, DecisionLinkRow } from '../store/schema.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

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

/** GRA-1. How many nodes the older decisions would have is not known, as they are not read. */
async function plainGraph(db: Db, id: string): Promise<Output<'graph'>> {
  const page = { filter: { counts: true }, limit: maxDecisions + 1 };
  const found = await selectDecisions(db, id, page);
  const shown = found.slice(0, maxDecisions);
  const ids = shown.map((row) => row.id);
  const symbols = symbolsByDecision(await selectLinks(db, id, ids));
  const { nodes, edges, ...cut } = knowledgeGraph(
    shown.map((row) => ({
      id: row.id,
      title: row.title,
      state: row.state as 'fresh' | 'stale',
      files: JSON.parse(row.files) as string[],
      areas: JSON.parse(row.areas) as string[],
      symbols: symbols.get(row.id) ?? [],
    })),
  );
  return { nodes, edges, ...(found.length > maxDecisions ? { truncated: true as const } : cut) };
}

/** GRA-2. */
async function viewedGraph(
  db: Db,
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
  if (focus === undefined) return builder.graph();
  return surroundingsOf(builder.graph(), { focus, depth, limit }) ?? noSuchNode(focus);
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

/** How many decisions are read at once, so that no hook waits for long. */
const atOnce = 50;

/**
 * Hands over the newest decisions, as many as can be shown, and then those that were superseded. Other requests get their turn in
 * between.
 */
async function readGraphed(
  db: Db,
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

function symbolsByDecision(
  links: readonly Pick<DecisionLinkRow, 'decision_id' | 'symbol'>[],
): Map<string, string[]> {
  const ofDecisions = grouped(links, (link) => link.decision_id);
  return new Map([...ofDecisions].map(([id, own]) => [id, own.map(({ symbol }) => symbol)]));
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

interface Surroundings {
  /** The id of a node. */
  readonly focus: string;
  /** In edges. */
  readonly depth: number;
  /** How many nodes at most; the nearest are kept. */
  readonly limit: number;
}

/** GRA-2: a node and what is near it. Undefined when it is no node of the graph. */
function surroundingsOf(
  { nodes, edges }: KnowledgeGraph,
  { focus, depth, limit }: Surroundings,
): KnowledgeGraph | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (!byId.has(focus)) return undefined;
  const near = nearOf(edges, focus, depth);
  const kept = new Set([...near].slice(0, limit));
  const joined = edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  const isCut = near.size > limit || joined.length > usualLimits.edges;
  return {
    nodes: [...kept].flatMap((id) => byId.get(id) ?? []),
    edges: joined.slice(0, usualLimits.edges),
    ...(isCut && { truncated: true as const, total: near.size }),
  };
}

/** The ids of what is at most so many edges away, the nearest first. */
function nearOf(edges: KnowledgeGraph['edges'], focus: string, depth: number): Set<string> {
  const near = new Set([focus]);
  for (let step = 0; step < depth; step += 1) {
    const before = new Set(near);
    for (const { source, target } of edges) {
      if (before.has(source)) near.add(target);
      if (before.has(target)) near.add(source);
    }
  }
  return near;
}

/** A graph in which nothing is left out, since what is near a node may be anywhere in it. */
function wholeBuilder(isShown: ConstructorParameters<typeof GraphBuilder>[1]): GraphBuilder {
  return new GraphBuilder({ nodes: Infinity, edges: Infinity }, isShown);
}
