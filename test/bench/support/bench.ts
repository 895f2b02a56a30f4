import type { Figure } from './report.ts';

/** What a bench is given to work with. */
export type BenchContext = {
  /** How many pairs `compare` should measure. */
  rounds: number;
  /** How long one measurement of a load should last. */
  durationMs: number;
  /** The Node binary that runs this, for programs that are measured from start to end. */
  node: string;
  /** An empty directory of the bench's own; it is removed after the bench. */
  directory: string;
  /** Runs after the bench, also when it fails; the last one added first. */
  defer: (cleanUp: () => Promise<unknown> | unknown) => void;
};

/** What a file `test/bench/<name>.bench.ts` exports as `bench`. */
export type Bench = { name: string; run: (context: BenchContext) => Promise<Figure[]> };
