/**
 * How many bytes of a piece of a recording are whole parts of its container, so that the rest waits for the next piece: browsers cut
 * where their time is up, also within a block of sound. Undefined where the bytes are no parts of it.
 */
export function wholeParts(container: Container, data: Buffer): number | undefined {
  return container === 'webm' ? wholeElements(data) : wholePages(data);
}

export type Container = 'webm' | 'ogg';

/** From the description of Matroska: a cluster is stepped into, since it lasts as long as the recording. */
const cluster = 0x1f43b675;
/** The parts of a cluster and what may stand between clusters: timecode, blocks, positions, void, checksum, cues, tags. */
const parts = new Set([
  0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xec, 0xbf, 0x1c53bb6b, 0x1254c367, 0x114d9b74,
]);

function wholeElements(data: Buffer): number | undefined {
  for (let at = 0; ;) {
    const id = idAt(data, at);
    if (id === undefined) return at;
    if (id.value !== cluster && !parts.has(id.value)) return undefined;
    const size = sizeAt(data, at + id.bytes);
    if (size === undefined) return at;
    const begin = at + id.bytes + size.bytes;
    const end = id.value === cluster ? begin : begin + size.value;
    if (end > data.length) return at;
    at = end;
  }
}

interface Numeral {
  readonly value: number;
  readonly bytes: number;
}

/** The marker bit that tells the length belongs to an id. */
function idAt(data: Buffer, at: number): Numeral | undefined {
  const bytes = Math.clz32(data[at] ?? 0) - 23;
  if (at + bytes > data.length || data[at] === undefined) return undefined;
  return { value: bytes > 4 ? -1 : data.readUIntBE(at, bytes), bytes };
}

/** Without the marker bit. An unknown size has all bits set; only a cluster may have it. */
function sizeAt(data: Buffer, at: number): Numeral | undefined {
  const first = data[at];
  if (first === undefined) return undefined;
  const bytes = Math.clz32(first) - 23;
  if (bytes > 8 || at + bytes > data.length) return undefined;
  let value = bytes === 8 ? 0 : first & (0xff >> bytes);
  for (let next = at + 1; next < at + bytes; next++) value = value * 256 + (data[next] ?? 0);
  return { value, bytes };
}

const pageMark = Buffer.from('OggS');
const pageHeadBytes = 27;

function wholePages(data: Buffer): number | undefined {
  for (let at = 0; ;) {
    const head = data.subarray(at, at + pageHeadBytes);
    if (head.length < pageHeadBytes) return at;
    if (!head.subarray(0, pageMark.length).equals(pageMark)) return undefined;
    const segments = head[pageHeadBytes - 1] ?? 0;
    const lengths = data.subarray(at + pageHeadBytes, at + pageHeadBytes + segments);
    const end = at + pageHeadBytes + segments + lengths.reduce((sum, length) => sum + length, 0);
    if (lengths.length < segments || end > data.length) return at;
    at = end;
  }
}
