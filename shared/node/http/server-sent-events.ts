import type { ServerResponse } from 'node:http';

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  // For proxies, which would otherwise buffer the stream.
  'x-accel-buffering': 'no',
};

/** A reader that is this far behind reads what it missed by other means than memory. */
export const maxBufferedBytes = 1_048_576;

/** Sends the head of a stream of Server-Sent Events. */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, headers);
}

/** A line that readers leave out: it tells them, and proxies, that the stream lives. */
export function commentFrame(text: string): string {
  return `: ${text}\n\n`;
}

/** One event. JSON has no raw line breaks, so it is always one `data:` line. An empty id ends what the reader would resume after. */
export function eventFrame(data: unknown, id?: number | ''): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A stream that was ended stays for as long as its reader takes; writing to it would be an error that nobody catches. */
export function writeFrame(response: ServerResponse, frame: string): void {
  if (!response.writableEnded) response.write(frame);
}
