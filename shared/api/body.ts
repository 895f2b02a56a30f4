/** LNK-3: the most bytes of an answer that are read. */
export const maxAnswerBytes = 33_554_432;

/** A body has more bytes than are read. */
export class TooLong extends Error {}

/** The text of a body; rejects with TooLong, and reads no further, when it has more than `maxBytes`. */
export async function textWithin(
  maxBytes: number,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLong(`The body is longer than ${maxBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
