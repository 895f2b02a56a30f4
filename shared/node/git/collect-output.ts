type Collected = (encoding: BufferEncoding) => string;

/** Gathers what a stream says, up to a limit; `onTooMuch` is called once beyond it. */
export function collect(
  stream: NodeJS.ReadableStream | null,
  maxBytes: number,
  onTooMuch: () => void,
): Collected {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Buffer) => {
    const isFirstBeyond = bytes <= maxBytes && bytes + chunk.length > maxBytes;
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    if (!isFirstBeyond) return;
    chunks.length = 0;
    onTooMuch();
  });
  return (encoding) => Buffer.concat(chunks).toString(encoding);
}
