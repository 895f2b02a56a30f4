import { asPayload, type Payload } from '../../../shared/clients/common/payload.ts';

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
