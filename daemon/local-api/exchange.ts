import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOptions } from '../../shared/api/client.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import { jsonHeaders, refusalHeaders } from '../../shared/node/http/answer-headers.ts';
import { asPayload, type Payload } from '../../shared/clients/common/payload.ts';

/** As `limits` of the contract, which is not loaded before the first hook is answered. */
export const maxBodyBytes = {
  own: 1_048_576,
  forwarded: 8_388_608,
  hook: connectionLimits.hookBytes,
} as const;

/** So much of a body that is too large is given to whoever answers it. */
const headBytes = 65_536;

interface BodyReader {
  onBody(body: Buffer): void;
  /** Called before the body has ended; what still comes of it is dropped. */
  onTooLarge(head: Buffer): void;
}

/** Reads the whole body, or the head of one of more than `maxBytes`. Tells nothing when the client goes away. */
export function readBody(request: IncomingMessage, maxBytes: number, reader: BodyReader): void {
  const isAnnounced = Number(request.headers['content-length'] ?? 0) > maxBytes;
  let chunks: Buffer[] = [];
  let length = 0;
  let isTooLarge = false;
  request.on('data', (chunk: Buffer) => {
    if (isTooLarge) return;
    length += chunk.length;
    chunks.push(chunk);
    if (length <= (isAnnounced ? headBytes : maxBytes)) return;
    isTooLarge = true;
    const head = Buffer.concat(chunks, headBytes);
    chunks = [];
    reader.onTooLarge(head);
  });
  request.on('end', () => {
    if (isTooLarge) return;
    const [first] = chunks;
    reader.onBody(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
}

/** Answers JSON; a refusal as its error body. */
export function send(response: ServerResponse, answer: unknown, status = 200): void {
  if (isRefusal(answer)) {
    for (const [name, value] of Object.entries(refusalHeaders(answer)))
      response.setHeader(name, value);
    return send(response, answer.toBody(), answer.status);
  }
  const text = JSON.stringify(answer);
  response.writeHead(status, { ...jsonHeaders, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const quotaHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** LIM-2: what the relay's answer says of the limit is said by this one too, where it is made of that one. */
export function saysQuotaOf(response: ServerResponse): Pick<CallOptions, 'onHeaders'> {
  return {
    onHeaders(headers) {
      for (const name of quotaHeaders)
        if (headers[name] !== undefined) response.setHeader(name, headers[name]);
    },
  };
}

const { 'content-type': jsonType } = jsonHeaders;

/** ANS-8: what a hook is answered, in microseconds and to no browser, without the headers that are meant for one. */
export function sendToHook(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, {
    'content-type': jsonType,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function tooLarge({ response }: { readonly response: ServerResponse }): void {
  send(response, refuse('TooLarge', 'The body is too large.'));
}

/**
 * The beginning of a JSON object as an object of its own: a text in which it is cut ends there, and a field that has no value
 * by then is left out. Undefined where it is no beginning of one.
 */
export function parseCut(head: Buffer): Payload | undefined {
  const text = head.toString('utf8');
  const { isInText, open, comma } = placeOfCut(text);
  const ends = [
    ...(isInText ? [`${text.replace(unfinishedEscape, '')}"${open}`] : []),
    `${text}${open}`,
    ...(comma === undefined ? [] : [`${text.slice(0, comma.at)}${comma.open}`]),
  ];
  for (const end of ends) {
    const payload = asPayload(parsed(end));
    if (payload !== undefined) return payload;
  }
  return undefined;
}

interface Cut {
  readonly isInText: boolean;
  /** What closes the objects and lists that are open. */
  readonly open: string;
  /** The last comma between two fields or items, and what would close all there. */
  readonly comma: { readonly at: number; readonly open: string } | undefined;
}

const unfinishedEscape = /\\(u[0-9a-f]{0,3})?$/i;
const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
/** What matters outside of texts, and whole texts at once. */
const tokens = /"(?:[^"\\]|\\[^])*("|\\?$)|[{}[\],]/g;

function placeOfCut(text: string): Cut {
  let [open, comma, isInText]: [string, Cut['comma'], boolean] = ['', undefined, false];
  for (const { 0: token, 1: end, index } of text.matchAll(tokens)) {
    if (token === ',') comma = { at: index, open };
    else if (closing[token] !== undefined) open = closing[token] + open;
    else if (token === '}' || token === ']') open = open.slice(1);
    else isInText = end !== '"';
  }
  return { isInText, open, comma };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
