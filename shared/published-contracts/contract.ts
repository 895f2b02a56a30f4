import { z } from 'zod';
import {
  files,
  identifier,
  limits,
  opaque,
  page,
  text,
  timestamp,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { redactText } from '../redaction/redact.ts';

/** `text`: any other form; it is not compared. */
export const contractLanguage = z.enum(['typescript', 'json-schema', 'text']);

/** PUB-1: the names of files that hold an interface in another form than TypeScript and JSON. */
export const textForm =
  /\.(?:ya?ml|raml|graphqls?|gql|proto|thrift|avdl|fbs|capnp|smithy|tsp|wsdl|xsd|wit|idl)$/iu;

/** PUB-2: what is different from the version before. `path` leads to the field: `User.email`. */
export const contractChange = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'required', 'optional']),
  path: z.string(),
  text: z.string(),
  breaking: z.boolean(),
});

export type ContractChange = z.output<typeof contractChange>;

/** One version of an interface between parts of the product, as somebody published it. */
export const publishedContract = z.object({
  name: z.string(),
  version: z.number().int(),
  language: contractLanguage,
  schema: z.string(),
  description: z.string(),
  files: z.array(z.string()),
  /** Against the version before; empty for the first. */
  changes: z.array(contractChange),
  breaking: z.boolean(),
  published_by: z.string(),
  published_by_name: z.string(),
  session_id: z.string().optional(),
  created_at: timestamp,
});

export type PublishedContract = z.output<typeof publishedContract>;

/** A name that can stand in a path: letters, digits, and `. _ -` between them. */
export const contractName = z
  .string()
  .max(limits.contractName)
  .regex(
    /^[\p{L}\p{N}]+([._-]+[\p{L}\p{N}]+)*$/u,
    'must be letters and digits, with . _ - between',
  );

/** RED-1: it stands in addresses and is compared, so one with a secret in it is refused and not changed. */
const newName = contractName.refine(
  (name) => redactText(name).removed.length === 0,
  'holds what looks like a secret; give the contract another name, and make that secret invalid if it is one',
);

export const publishedContractOperations = {
  publishContract: operation({
    method: 'POST',
    path: '/workspaces/:id/contracts',
    access: 'member',
    tool: 'publish',
    input: z.object({
      ...workspaceId,
      name: newName,
      schema: opaque(limits.contractSchema)
        .min(1)
        .describe(
          'TypeScript or JSON Schema; another form where the name or all files end with its extension: shop.yaml',
        ),
      description: text(limits.task).default(''),
      files: files.optional(),
      session_id: identifier.optional(),
    }),
    output: publishedContract,
    status: 201,
    summary:
      'Publish an interface that others build against. A changed one becomes a new version, and its users are told what breaks.',
  }),
  listContracts: operation({
    method: 'GET',
    path: '/workspaces/:id/contracts',
    access: 'member',
    input: z.object({ ...workspaceId, ...page }),
    output: z.object({
      contracts: z.array(publishedContract),
      next_cursor: z.string().optional(),
    }),
    summary: 'The newest version of each published interface',
  }),
  getContract: operation({
    method: 'GET',
    path: '/workspaces/:id/contracts/:name',
    access: 'member',
    input: z.object({
      ...workspaceId,
      name: contractName,
      version: wholeNumber(1).optional(),
      /** Who reads it uses it, and is told of breaking changes. */
      session_id: identifier.optional(),
    }),
    output: publishedContract.extend({ versions: z.array(z.number().int()) }),
    summary: 'One published interface; the newest version unless another is asked for',
  }),
};
