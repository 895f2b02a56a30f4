import { parseJson } from '../kernel/json.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { textWithin } from './body.ts';
import { refusalIn } from './refusal-in.ts';

/** Bytes: a refusal is a sentence with a few details. */
const maxRefusalBytes = 65_536;

/** Why a service did not do what it was asked for, a WebSocket too. Rejects when the answer breaks off or is no refusal's size. */
export async function refusalOfResponse(
  response: AsyncIterable<Uint8Array> & { readonly statusCode?: number | undefined },
): Promise<Refusal> {
  const text = await textWithin(maxRefusalBytes, response);
  return refusalIn(response.statusCode ?? 0, parseJson(text));
}
