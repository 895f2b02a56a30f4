import { z } from 'zod';
import { limits, opaque, symbolIdOrName } from './fields.ts';

const lineNumber = z.number().int().min(0).max(limits.lineNumber);

/** Lines counted from 0, end exclusive; `start` = `end` for an insertion. */
export const lineRange = z
  .object({
    start: lineNumber,
    end: lineNumber,
    /** In these lines the edit only adds imports. */
    adds_imports: z.boolean().optional(),
  })
  .refine(({ start, end }) => start <= end, { message: 'start must not be after end' });

const workTreeName = z
  .string()
  .regex(/^[0-9a-z]{1,64}$/, 'must be up to 64 digits and small letters');

const blobId = z
  .string()
  .regex(/^([0-9a-f]{40}|[0-9a-f]{64})?$/, 'must be the id of a git blob, or empty');

/** The same lines in earlier versions of the file, for those whose history ends there. */
const olderLines = z
  .array(z.object({ base: blobId, ranges: z.array(lineRange).max(limits.rangesPerPart) }))
  .max(limits.olderBases);

const changedPart = z.object({
  symbol_id: symbolIdOrName,
  /** The symbol of the symbol graph that it belongs to, where its name does not say so. */
  within: opaque(limits.symbolId)
    .regex(/^[^#]*$/, 'must be a name, not an id')
    .optional(),
  /** Empty when they are not known. */
  lines: z.array(lineRange).max(limits.rangesPerPart),
  older: olderLines.optional(),
});

/** RSV-11: the lines that a write changed, by part of the file. `base` is the git blob id of the text that they count in. */
export const changes = z.object({
  base: blobId,
  /** Tells work trees apart: in one, both sides write the same text, and no merge will come. */
  tree: workTreeName.optional(),
  parts: z.array(changedPart).max(limits.symbolsPerFile + 2),
});

/** The changed lines of one reservation. */
export const changedLines = z.object({
  base: z.string(),
  tree: z.string().optional(),
  ranges: z.array(lineRange),
  older: olderLines.optional(),
});

export type LineRangeRecord = z.output<typeof lineRange>;
export type Changes = z.output<typeof changes>;
export type ChangedLines = z.output<typeof changedLines>;
