/** The text of a body as it comes. Not every browser can iterate over a stream by itself. */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of bytesOf(body)) yield decoder.decode(bytes, { stream: true });
}

/** The bytes of a body as they come. */
export async function* bytesOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      yield next.value;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
