/** Why a WebSocket of coord is closed. The codes from 4000 on are the application's own (RFC 6455, 7.4.2). */
export const closeCodes = {
  done: 1000,
  /** The server stops. */
  stopping: 1001,
  /** No close frame came: the connection was lost. Never sent. */
  lost: 1006,
  tooBig: 1009,
  tryAgainLater: 1013,
  /** The key was revoked, or its user is no member any more. */
  noAccess: 4403,
  /** The log no longer has what comes next: a snapshot has to be taken. */
  startAnew: 4410,
} as const;
