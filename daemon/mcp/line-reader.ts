const newline = 10;
const firstBytes = 4_096;
const nothing: Buffer = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into lines, each with its newline at the end. A line over `maxBytes` is reported by `onTooLong` as
 * soon as it is known, and passed over; the next one is read again. At most twice `maxBytes` are kept.
 */
export function lineReader(
  onLine: (line: Buffer) => void,
  { maxBytes, onTooLong }: { maxBytes: number; onTooLong: () => void },
): (chunk: Buffer) => void {
  let kept = nothing;
  let length = 0;
  const keep = (piece: Buffer) => {
    if (length <= maxBytes && length + piece.length > maxBytes) {
      kept = nothing;
      onTooLong();
    }
    if (length + piece.length <= maxBytes) kept = appended(kept, length, piece);
    length += piece.length;
  };
  const finish = () => {
    if (length <= maxBytes) onLine(kept.subarray(0, length));
    [kept, length] = [nothing, 0];
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const isWhole = length === 0 && end + 1 - start <= maxBytes;
      if (isWhole) onLine(chunk.subarray(start, end + 1));
      else {
        keep(chunk.subarray(start, end + 1));
        finish();
      }
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  };
}

/** Room is made by doubling: a line that comes in single bytes is not copied for each of them. */
function appended(kept: Buffer, length: number, piece: Buffer): Buffer {
  let room = kept;
  if (length + piece.length > kept.length) {
    room = Buffer.allocUnsafe(Math.max(firstBytes, 2 * (length + piece.length)));
    kept.copy(room, 0, 0, length);
  }
  piece.copy(room, length);
  return room;
}
