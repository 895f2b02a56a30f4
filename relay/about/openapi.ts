import { z } from 'zod';
import { statusOf } from '../../shared/kernel/refusal.ts';
import { productName, version } from '../../shared/version.ts';
import { operations, type OperationName } from '../../shared/api/operations.ts';
import { pathParameters, type Operation } from '../../shared/contract/operation.ts';
import { redactions, tellsRedactions } from '../../shared/contract/redactions.ts';

type Json = Record<string, unknown>;

let built: (Json & { openapi: string }) | undefined;

/** The interface as an OpenAPI 3.1 document, made from the table of operations at the first request. */
export function openApiDocument(): Json & { openapi: string } {
  built ??= build();
  return built;
}

function build(): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
    const path = operation.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation) };
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

function describe(name: OperationName, operation: Operation): Json {
  const { properties = {}, required = [] } = schemaOf(operation.input, 'input');
  const inPath = new Set(pathParameters(operation.path));
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
    operationId: name,
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
