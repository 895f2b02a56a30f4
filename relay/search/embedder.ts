import type { Curve } from './similarity.ts';

/** Turns texts into vectors of unit length whose products say how near their meanings are. */
export interface Embedder {
  /** Shown to people, and identifies the vectors: `builtin-concepts-3`, `openai-compatible:<model>`, `onnx:<model>`. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts to embed in one call; few for an embedder that computes on this thread. 64 by default. */
  readonly batchSize?: number;
  /** How its cosines are read (SIM-2); the usual curve without it. */
  readonly curve?: Curve;
  /** One vector for each text, in their order. Rejects when the model cannot be reached. */
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
  ): Promise<readonly Float32Array[]>;
  /** Loads what the first text would wait for. An embedder without it has nothing to load. */
  warm?(): Promise<void>;
  /**
   * How well it knows each word of a question that was embedded, 0 to 1, by the word in lower case. An embedder without it
   * knows every word.
   */
  knownWords?(question: string): ReadonlyMap<string, number>;
}
