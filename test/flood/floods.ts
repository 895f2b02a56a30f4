/** The ways in which a hostile neighbour holds connections open. */
export const floodKinds = ['idle', 'slow headers', 'slow bodies', 'talking followers'] as const;
export type FloodKind = (typeof floodKinds)[number];

/** What one flooding process is told, as JSON in its only argument. */
export interface FloodOrder {
  readonly kind: FloodKind;
  readonly port: number;
  readonly connections: number;
  /** After this time the connections that are still open are counted and closed. */
  readonly patienceMs: number;
  /** For followers, who are let in: a member's key and the path of the feed. */
  readonly key: string;
  readonly feedPath: string;
}

/** What came of it: the last line that the process prints, as JSON. */
export interface FloodResult {
  /** Connections that the server accepted, or let in as followers. */
  readonly opened: number;
  /** Of those, how many the server closed. */
  readonly cut: number;
  /** When the middle and the last one were closed, in ms after they had been opened. */
  readonly medianCutMs: number;
  readonly lastCutMs: number;
}
