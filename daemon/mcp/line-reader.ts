/**
 * Cuts a stream of bytes into lines, each with its newline at the end. A line over `maxBytes` is reported once by
 * `onTooLong`; the stream cannot be followed after it.
 */
export function lineReader(
  onLine: (line: Buffer) => void,
  { maxBytes, onTooLong }: { maxBytes: number; onTooLong: () => void },
): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    const data = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      onLine(data.subarray(start, end + 1));
      start = end + 1;
    }
    rest = start < data.length ? data.subarray(start) : undefined;
    if (rest !== undefined && rest.length > maxBytes) {
      rest = undefined;
      onTooLong();
    }
  };
}
