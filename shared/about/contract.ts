import { z } from 'zod';
import { mcpPath } from '../contract/edge.ts';
import { operation } from '../contract/operation.ts';

const none = z.object({});

const endpoint = z.object({ method: z.string(), path: z.string(), summary: z.string() });

export const aboutOperations = {
  information: operation({
    method: 'GET',
    path: '/',
    access: 'public',
    input: none,
    output: z.object({
      name: z.string(),
      version: z.string(),
      description: z.string(),
      documentation: z.string(),
      dashboard: z.string(),
      endpoints: z.array(endpoint),
    }),
    summary: 'What this service is and its main endpoints',
  }),
  health: operation({
    method: 'GET',
    path: '/health',
    access: 'public',
    input: none,
    output: z.object({ status: z.string(), version: z.string() }),
    summary: 'Whether the process answers',
  }),
  ready: operation({
    method: 'GET',
    path: '/ready',
    access: 'public',
    input: none,
    output: z.object({ status: z.literal('ready'), database: z.literal('ok') }),
    summary: 'Whether requests can be served now (503 otherwise)',
  }),
  openapi: operation({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    input: none,
    output: z.looseObject({ openapi: z.string() }),
    summary: 'This interface as an OpenAPI 3.1 document',
  }),
  mcp: operation({
    method: 'POST',
    path: mcpPath,
    access: 'user',
    delivery: 'mcp',
    input: z.looseObject({}),
    output: z.looseObject({}),
    summary: 'The tools of agents over the Model Context Protocol (streamable HTTP, stateless)',
  }),
  metrics: operation({
    method: 'GET',
    path: '/metrics',
    access: 'user',
    input: none,
    output: z.object({
      uptime_seconds: z.number(),
      commands_committed: z.number(),
      commits: z.number(),
      open_streams: z.number(),
      resident_bytes: z.number(),
    }),
    summary: 'Counters of this relay process',
  }),
};
