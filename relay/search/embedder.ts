/** Turns texts into vectors of unit length whose products say how near their meanings are. */
export interface Embedder {
  /** Shown to people, and identifies the vectors: `builtin-concepts-3`, `openai-compatible:<model>`, `onnx:<model>`. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts it is best given at once; few where it keeps this thread from answering others. 64 unless said. */
  readonly batchSize?: number;
  /** One vector for each text, in their order. Rejects when the model cannot be reached. */
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
  ): Promise<readonly Float32Array[]>;
}
