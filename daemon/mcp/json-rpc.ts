/** The id of a request that can be answered: it goes back as it came. */
export type CallId = string | number;

/** What the daemon answers: a call of a tool, or the question for a prompt. */
export type CallKind = 'tool' | 'prompt';

/** An error of JSON-RPC as a line; `null` where the id is unknown or must not be used. */
export function errorLine(id: CallId | null, error: { code: number; message: string }): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`;
}

/** The line for what is no request at all, with the reason as the end of a sentence. */
export function invalidRequest(reason: string): string {
  return errorLine(null, { code: -32600, message: `Invalid Request: ${reason}.` });
}
