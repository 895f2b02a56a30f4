import { directoryHeader } from '../../shared/node/http/encoded-header.ts';

/**
 * How `coord mcp` hands calls to the daemon: an upgraded connection on which both speak MCP, a message a line. A plain request
 * per call costs several times as much as the call.
 */
export const toolChannel = {
  path: '/mcp/channel',
  protocol: 'coord-tools',
  /** The agent's own name for its conversation; the daemon finds the session by it. */
  conversationHeader: 'x-coord-conversation',
  /** Stays the same when a connection is opened again; the session of an agent that has only MCP goes by it. */
  connectionHeader: 'x-coord-connection',
  /** The client's name in `initialize`. */
  clientHeader: 'x-coord-client',
  directoryHeader,
} as const;
