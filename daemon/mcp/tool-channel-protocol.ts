/**
 * How `coord mcp` hands tool calls to the daemon: an upgraded connection on which every line is one JSON-RPC request
 * (`tools/call`) or its response, word for word as the client wrote it or will read it. A plain request per call costs
 * several times as much as the call.
 */
export const toolChannel = {
  path: '/mcp/channel',
  protocol: 'coord-tools',
  /** The agent's own name for its conversation; the daemon finds the session by it. */
  conversationHeader: 'x-coord-conversation',
} as const;
