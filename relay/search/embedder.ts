/** Turns texts into vectors of unit length whose products say how near their meanings are. */
export interface Embedder {
  /** Shown to people, and identifies the vectors: `builtin-concepts-3`, `openai-compatible:<model>`, `onnx:<model>`. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts to embed in one call; few for an embedder that computes on this thread. 64 by default. */
  readonly batchSize?: number;
  /** One vector for each text, in their order. Rejects when the model cannot be reached. */
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
  ): Promise<readonly Float32Array[]>;
}
