import { z } from 'zod';
import { workspaceId } from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const graphOperations = {
  graph: operation({
    method: 'GET',
    path: '/workspaces/:id/graph',
    access: 'member',
    input: z.object(workspaceId),
    output: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          type: z.enum(['decision', 'file', 'symbol', 'area']),
          label: z.string(),
        }),
      ),
      edges: z.array(z.object({ source: z.string(), target: z.string() })),
    }),
    summary: 'The newest decisions with the files, symbols and areas that they are about',
  }),
};

export type KnowledgeGraph = z.output<(typeof graphOperations)['graph']['output']>;
