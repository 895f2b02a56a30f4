import { z } from 'zod';
import { flag, limits, opaque, wholeNumber, workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const nodeType = z.enum(['decision', 'file', 'symbol', 'area', 'person']);
export type NodeType = z.output<typeof nodeType>;

/** Why two nodes are joined; `contains`: a symbol is in a file. */
export const edgeKind = z.enum(['about', 'made', 'in_area', 'supersedes', 'contains']);
export type EdgeKind = z.output<typeof edgeKind>;

export const graphOperations = {
  graph: operation({
    method: 'GET',
    path: '/workspaces/:id/graph',
    access: 'member',
    input: z.object({
      ...workspaceId,
      people: flag.optional().describe('With who made the decisions'),
      kinds: opaque(limits.name).optional().describe('Comma-separated: only nodes of these types'),
      focus: opaque(limits.symbolId + 20)
        .min(1)
        .optional()
        .describe('The id of a node: only it and what is near it'),
      depth: wholeNumber(1, 3).optional().describe('How far from the focus; 1 when left out'),
      limit: wholeNumber(1, 2_000)
        .optional()
        .describe('How many nodes at most; 2,000 when left out'),
    }),
    output: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          type: nodeType,
          label: z.string(),
          /** Of a decision. Optional as `kind` of an edge is: an earlier relay says both only where the request has a parameter. */
          state: z.enum(['fresh', 'stale', 'ended']).optional(),
        }),
      ),
      edges: z.array(
        z.object({ source: z.string(), target: z.string(), kind: edgeKind.optional() }),
      ),
      /** Nodes were left out. */
      truncated: z.literal(true).optional(),
      /** How many nodes there are, where some were left out. */
      total: z.number().int().optional(),
    }),
    summary: 'The newest decisions with the files, symbols, areas and people that they are about',
  }),
};

export type KnowledgeGraph = z.output<(typeof graphOperations)['graph']['output']>;
