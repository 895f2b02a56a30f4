/** Where a chunk of a patch goes, beside its lines. */
export interface PatchChunk {
  /** Lines above it, each the next one of these words; only what comes behind them is meant. */
  readonly headings: readonly string[];
  /** Where a chunk without lines of before goes: Codex and OpenCode put it at the end of the file, others behind its headings. */
  readonly additions: 'atEnd' | 'inPlace';
}

/** What an agent's tool is about to do to one file. `all` replaces every occurrence; otherwise there must be one. */
export type Edit =
  | {
      readonly kind: 'replace';
      readonly oldText: string;
      readonly newText: string;
      readonly all: boolean;
      /** Of a patch: the texts are whole lines, and the first place behind the chunk before is meant. */
      readonly chunk?: PatchChunk;
    }
  | { readonly kind: 'write'; readonly content: string }
  /** `moves`: the file is there under another name then. */
  | { readonly kind: 'delete'; readonly moves?: true };
