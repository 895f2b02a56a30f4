/** What can be told of one sentence by itself: each a name with a strength, mostly 1. */
export type Signals = Record<string, number>;
