import { z } from 'zod';
import { statusOf } from '../kernel/refusal.ts';
import { productName, version } from '../version.ts';
import type { Served } from './served.ts';
import { pathParameters, type Operation } from '../contract/operation.ts';
import { redactions, tellsRedactions } from '../contract/redactions.ts';

type Json = Record<string, unknown>;

/** What is served somewhere as an OpenAPI 3.1 document. */
export function openApiDocument(served: readonly Served[]): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const one of served) {
    const path = one.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    const described =
      one.operation === undefined ? describeOther(one) : describe(one, one.operation);
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: error, Redacted: schemaOf(redactions, 'output') },
    },
    paths,
  };
}

const error = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', enum: Object.keys(statusOf) },
    message: { type: 'string' },
  },
};

/** What the contract says nothing about. */
function describeOther({ id, summary, path, isPublic }: Served): Json {
  const parameters = pathParameters(path).map((name) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  return {
    operationId: id,
    summary,
    ...(isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { default: { description: summary } },
  };
}

function describe({ id, path }: Served, operation: Operation): Json {
  const { properties = {}, required = [] } = schemaOf(operation.input, 'input');
  const inPath = new Set(pathParameters(path));
  const rest = Object.entries(properties).filter(([key]) => !inPath.has(key));
  const parameters = [
    ...[...inPath].map((key) => ({
      name: key,
      in: 'path',
      required: true,
      schema: properties[key],
    })),
    ...(operation.method === 'GET'
      ? rest.map(([key, schema]) => ({
          name: key,
          in: 'query',
          required: required.includes(key),
          schema,
        }))
      : []),
  ];
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: required.filter((key) => !inPath.has(key)),
  };
  return {
    operationId: id,
    summary: operation.summary,
    ...(operation.access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.method === 'GET' || rest.length === 0
      ? {}
      : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: responses(operation),
  };
}

function responses(operation: Operation): Json {
  const type = operation.delivery === 'events' ? 'text/event-stream' : 'application/json';
  const answer = schemaOf(operation.output, 'output');
  const schema = tellsRedactions(operation) ? withRedacted(answer) : answer;
  const content = { [type]: { schema } };
  return {
    [operation.delivery === 'websocket' ? 101 : operation.status]: {
      description: operation.summary,
      content,
    },
    default: {
      description: 'A refusal',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

/** RED-2: with the field that says which secrets were removed. */
function withRedacted(schema: Json): Json {
  const { anyOf, properties } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map(withRedacted) };
  const redacted = { $ref: '#/components/schemas/Redacted' };
  return { ...schema, properties: { ...(properties as Json), redacted } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as { properties?: Record<string, unknown>; required?: string[] };
}
