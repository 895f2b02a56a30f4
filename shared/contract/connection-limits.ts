/**
 * How many connections, streams and calls there may be at once, and how long they may take (CON). Counts, unless the name
 * says milliseconds or bytes. Apart from the other limits, because a daemon needs them before it loads the schemas.
 */
export const connectionLimits = {
  /** Tool calls of one `coord mcp` that are not answered yet. */
  toolCallsUnderWay: 64,
  /** From one daemon to its relay, for what agents and people ask of it: tool calls and requests that are passed on. */
  relayConnections: 16,
  relayRequestsWaiting: 256,
  /** From one daemon to its relay, for what it does itself: hooks, reports, the lists that it keeps. */
  ownConnections: 8,
  ownRequestsWaiting: 2_048,
  /** Feeds that are read through one daemon. */
  feedsThroughDaemon: 16,
  /** Keys of others that one daemon asks its relay about at the same time. */
  keysAskedAbout: 16,
  /** At a relay; fewer where the process may have fewer files open. */
  connectionsInAll: 8_192,
  connectionsPerAddress: 4_096,
  connectionsPerKey: 1_024,
  streamsPerKey: 128,
  /** What a follower of the feed or the log may say. */
  followerBytes: 4_096,
  /** At the loopback port of a daemon, and as many at its socket. */
  connectionsAtDaemon: 1_024,
  /** Of one call of a client's own hook, which carries the text of a file up to three times (HOK-4). */
  hookBytes: 33_554_432,
  /** Of one such call: a patch may name many. */
  hookFiles: 5_000,
  /** How long a connection without a known key may say nothing. */
  silentMs: 5_000,
  headersMs: 10_000,
  bodyMs: 30_000,
  /** How often is looked whether one of these times is over. */
  checkEveryMs: 1_000,
} as const;
