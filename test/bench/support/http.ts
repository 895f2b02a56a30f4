/** One request before it is on the wire. A string body is sent as it is, with its length. */
export type HttpRequest = {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** One answer; the body is empty where the answer has none. */
export type HttpResponse = { status: number; body: Buffer; closes: boolean };

/** The bytes of a keep-alive HTTP/1.1 request. */
export function serialiseRequest({ method, path, headers = {}, body }: HttpRequest): Buffer {
  const bodyHeaders: Record<string, string> =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` };
  const all = { host: 'localhost', ...bodyHeaders, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

const none: Buffer = Buffer.alloc(0);

/**
 * Cuts a connection's bytes into responses to requests other than HEAD. Knows what a server of
 * JSON sends: a status line, `content-length` or chunks; throws on anything else.
 */
export class ResponseReader {
  #pending: Buffer = none;

  /** Takes the next bytes and calls `onResponse` for each response that they complete. */
  push(bytes: Buffer, onResponse: (response: HttpResponse) => void): void {
    let rest = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    for (;;) {
      const parsed = parseResponse(rest);
      if (!parsed) break;
      rest = rest.subarray(parsed.length);
      onResponse(parsed.response);
    }
    this.#pending = rest;
  }
}

function parseResponse(bytes: Buffer): { response: HttpResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  if (!head.startsWith('http/1.1 ') || !(status >= 100)) throw new Error(`not HTTP/1.1: ${head}`);
  const bodyStart = headEnd + 4;
  const body = readBody(bytes, bodyStart, { head, status });
  if (!body) return undefined;
  const closes = head.includes('\r\nconnection: close');
  return { response: { status, body: body.content, closes }, length: body.end };
}

type Body = { content: Buffer; end: number };

function readBody(
  bytes: Buffer,
  start: number,
  { head, status }: { head: string; status: number },
): Body | undefined {
  if (status < 200 || status === 204 || status === 304) return { content: none, end: start };
  const at = head.indexOf('\r\ncontent-length:');
  if (at >= 0) {
    const end = start + Number.parseInt(head.slice(at + 17), 10);
    return bytes.length < end ? undefined : { content: bytes.subarray(start, end), end };
  }
  if (head.includes('\r\ntransfer-encoding: chunked')) return readChunks(bytes, start);
  throw new Error(`a response without a length: ${head}`);
}

function readChunks(bytes: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = [];
  let position = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('a chunk without a size');
    const chunkStart = lineEnd + 2;
    const end = chunkStart + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), end };
    chunks.push(bytes.subarray(chunkStart, chunkStart + size));
    position = end;
  }
}
