import { z } from 'zod';
import {
  filePath,
  flag,
  identifier,
  limits,
  liveListPage,
  name,
  opaque,
  symbolIdOrName,
  text,
  wholeNumber,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

export const symbolKind = z.enum(['function', 'class', 'interface', 'enum']);
export type SymbolKind = z.output<typeof symbolKind>;

/** One top-level declaration. Lines count from 1. The relay knows names, positions, signatures, hashes and edges, never bodies. */
export const symbolRecord = z.object({
  id: z.string(),
  name: z.string(),
  kind: symbolKind,
  file: z.string(),
  start_line: z.number().int(),
  end_line: z.number().int(),
  signature: z.string(),
  doc: z.string().optional(),
  exported: z.boolean(),
  /** A hash of what the symbol means; formatting and comments do not change it. */
  meaning_hash: z.string(),
  signature_hash: z.string(),
  callers: z.array(z.string()).optional(),
  callees: z.array(z.string()).optional(),
  /** Of a search by meaning. */
  similarity: z.number().optional(),
});

export type SymbolRecord = z.output<typeof symbolRecord>;

const lineNumber = z.number().int().min(1).max(10_000_000);
const calleeIds = z.array(opaque(limits.symbolId)).max(limits.calleesPerSymbol);
const hash = name(limits.hash);

/** What a daemon says of a symbol; its id follows from the file's path and the name. */
const publishedSymbol = z.object({
  name: name(limits.symbolName),
  kind: symbolKind,
  start_line: lineNumber,
  end_line: lineNumber,
  signature: opaque(limits.signature),
  doc: text(limits.documentation).optional(),
  /** The names of what is in a class, an interface or an enum; a decision may name them (DEC-3). */
  members: z.array(name(limits.symbolName)).max(limits.membersPerSymbol).optional(),
  exported: z.boolean(),
  meaning_hash: hash,
  signature_hash: hash,
  callees: calleeIds.default([]),
});

/** A symbol that was added, changed or removed; the empty name is the code outside every symbol. */
const symbolChange = z.object({
  name: opaque(limits.symbolName),
  /** What it was before in the same clone; without it, it was not there. */
  before: z.object({ meaning_hash: hash, signature_hash: hash }).optional(),
});

const publishedFile = z.object({
  path: filePath,
  symbols: z.array(publishedSymbol).max(limits.symbolsPerFile),
  /** False for what cannot be parsed now: what was known of the file stays. */
  parsed: z.boolean(),
  /** What the code outside every symbol calls. */
  callees: calleeIds.default([]),
  /**
   * SYM-6: what was written, where that is known; one that is not among `symbols` is gone. The other symbols are as this clone has
   * them, which may be older than what the team knows. Without it the file is replaced whole.
   */
  changes: z
    .array(symbolChange)
    .max(2 * limits.symbolsPerFile + 1)
    .optional(),
});

/** SYM-6: what somebody else had published, and a publication has put another version over. */
const publishedOver = z.object({
  path: z.string(),
  name: z.string(),
  /** As the graph had it; without it, the graph did not have it. */
  symbol: symbolRecord
    .pick({
      ...{ name: true, kind: true, start_line: true, end_line: true, signature: true, doc: true },
      ...{ exported: true, meaning_hash: true, signature_hash: true },
    })
    .extend({ members: z.array(z.string()).optional(), callees: z.array(z.string()) })
    .optional(),
});

export type PublishedFile = z.output<typeof publishedFile>;
export type PublishedOver = z.output<typeof publishedOver>;
export type SymbolChange = z.output<typeof symbolChange>;
export type PublishedSymbol = z.output<typeof publishedSymbol>;

export const staleNotice = z.object({ id: z.string(), title: z.string(), symbol: z.string() });

export const impact = z.object({
  symbol: z.string(),
  old_signature: z.string(),
  new_signature: z.string(),
  callers: z.array(z.string()),
  /** The sessions that have reserved, or lately edited, one of the callers. */
  sessions: z.array(z.string()),
});

export type Impact = z.output<typeof impact>;

/** A file of the symbol graph, for a map of the repository. */
const knownFile = z.object({
  path: z.string(),
  /** SYM-8: where its last symbol ends, which is nearly its length; at least 1. */
  lines: z.number().int(),
  /** How many symbols it has. */
  symbols: z.number().int(),
});

export const symbolOperations = {
  publishSymbols: operation({
    method: 'POST',
    path: '/workspaces/:id/symbols',
    access: 'member',
    input: z.object({
      ...workspaceId,
      files: z.array(publishedFile).max(limits.filesPerPublication),
      /** Part of a first index, not of an edit: files of which a symbol is known already are left as they are. */
      full: z.boolean().default(false),
      /** SYM-9: the changes came with commits of others: each counts where the graph has the symbol as it was before, and is nobody's. */
      from_git: z.boolean().default(false),
      /** SYM-6: with `from_git`: the changes are not of others, but take back what this clone has published; its user is named. */
      taken_back: z.boolean().default(false),
      /** The session whose edit it was; it is told in its own hook answer and so is no part of `sessions`. */
      session_id: identifier.optional(),
    }),
    output: z.object({
      graph_version: z.number().int(),
      stale_decisions: z.array(staleNotice),
      impacts: z.array(impact),
      published_over: z.array(publishedOver).optional(),
    }),
    summary: 'For daemons: the symbols of files as they are now; answers what became stale by it',
  }),
  symbols: operation({
    method: 'GET',
    path: '/workspaces/:id/symbols',
    access: 'member',
    tool: 'symbols',
    toolNames: { id: 'symbol_id' },
    input: z.object({
      ...workspaceId,
      query: text(limits.query).optional().describe('By meaning, in your own words'),
      name: opaque(limits.symbolName).optional(),
      file: filePath.optional(),
      symbol_id: symbolIdOrName.optional().describe('<path>#<Name>'),
      kind: symbolKind.optional(),
      neighbours: flag.optional().describe('With callers and callees'),
      limit: wholeNumber(1, limits.pageMax).default(limits.pageDefault),
      cursor: opaque(limits.cursor).optional(),
    }),
    output: z.object({
      symbols: z.array(symbolRecord),
      graph_version: z.number().int(),
      next_cursor: z.string().optional(),
    }),
    summary: 'Find functions, classes, interfaces and enums, and who calls them.',
  }),
  listFiles: operation({
    method: 'GET',
    path: '/workspaces/:id/files',
    access: 'member',
    input: z.object({ ...workspaceId, ...liveListPage }),
    output: z.object({
      /** In the order of their paths, without regard to letter case. */
      files: z.array(knownFile),
      graph_version: z.number().int(),
      next_cursor: z.string().optional(),
    }),
    summary: 'The files of the symbol graph with their size, for a map of the repository',
  }),
};
