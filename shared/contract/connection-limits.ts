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
} as const;
