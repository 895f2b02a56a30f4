/**
 * Browsers record one long file and send it in pieces, and only the first piece has the header that a player needs. This
 * puts the header before each later piece, and what the cut has left of a block before the rest of it. Clients that send whole files
 * need nothing.
 */
export class Recording {
  private state: RecordingState = {
    head: Buffer.alloc(0),
    rest: Buffer.alloc(0),
    whole: undefined,
  };

  /** What `restore` goes back to, so that a piece can be heard again. */
  save(): RecordingState {
    return this.state;
  }

  restore(state: RecordingState): void {
    this.state = state;
  }

  /** A file that can be played by itself; undefined for a later piece of a recording whose first piece was not heard here. */
  playable(piece: Buffer): Buffer | undefined {
    const head = headOf(piece);
    if (head !== undefined) return this.begin(piece, head);
    if (this.state.head.length === 0 && isFromTheMiddle(piece)) return undefined;
    return this.goOn(piece);
  }

  private begin(piece: Buffer, head: Buffer): Buffer {
    const container = containerOf(piece);
    const sound = piece.subarray(head.length);
    const whole = container && wholeParts(container, sound);
    const isCut = whole !== undefined && whole > 0;
    const rest = isCut ? sound.subarray(whole) : Buffer.alloc(0);
    this.state = { head, rest, whole: isCut ? container : undefined };
    return isCut ? piece.subarray(0, head.length + whole) : piece;
  }

  private goOn(piece: Buffer): Buffer {
    const { head, rest, whole: container } = this.state;
    const data = Buffer.concat([rest, piece]);
    const whole = container && wholeParts(container, data);
    if (whole === undefined) {
      this.state = { head, rest: Buffer.alloc(0), whole: undefined };
      return Buffer.concat([head, piece]);
    }
    this.state = { ...this.state, rest: data.subarray(whole) };
    const opened = container === 'webm' && !isAt(data, cluster, 0) ? openCluster : [];
    return Buffer.concat([head, ...opened, data.subarray(0, whole)]);
  }
}

interface RecordingState {
  readonly head: Buffer;
  /** Of a block that the last cut went through. */
  readonly rest: Buffer;
  /** The container whose parts are kept whole; undefined where pieces are taken as they come. */
  readonly whole: Container | undefined;
}

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
/** A cluster of unknown size at the time 0: blocks that stand in no cluster are not read. */
const openCluster = [
  cluster,
  Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe7, 0x81, 0x00]),
];
/** A block of sound, which browsers begin a piece with where no cluster begins. */
const simpleBlock = Buffer.from([0xa3]);
const oggPage = Buffer.from('OggS');
/** In the flags of an Ogg page: it begins a stream. */
const beginsStream = 0x02;
const wavHeadBytes = 44;

/**
 * What comes before the first sound, by the container that the first bytes show; undefined in the middle of a file. From the
 * formats' own descriptions: WebM (EBML), Ogg, MP4 in fragments, WAV.
 */
function headOf(piece: Buffer): Buffer | undefined {
  if (isAt(piece, ebml, 0)) return before(piece, piece.indexOf(cluster));
  if (isAt(piece, oggPage, 0)) return oggHead(piece);
  if (isAt(piece, Buffer.from('ftyp'), 4)) return before(piece, piece.indexOf('moof') - 4);
  if (isAt(piece, Buffer.from('RIFF'), 0)) return before(piece, wavHeadBytes);
  return undefined;
}

function containerOf(piece: Buffer): Container | undefined {
  if (isAt(piece, ebml, 0)) return 'webm';
  return isAt(piece, oggPage, 0) ? 'ogg' : undefined;
}

/** Whether no file of any kind begins so. */
function isFromTheMiddle(piece: Buffer): boolean {
  const begins = [cluster, simpleBlock, oggPage];
  return begins.some((mark) => isAt(piece, mark, 0)) || isAt(piece, Buffer.from('moof'), 4);
}

/** The first two pages describe the stream. */
function oggHead(piece: Buffer): Buffer | undefined {
  if (((piece[5] ?? 0) & beginsStream) === 0) return undefined;
  const second = piece.indexOf(oggPage, oggPage.length);
  return before(piece, second < 0 ? second : piece.indexOf(oggPage, second + oggPage.length));
}

function isAt(piece: Buffer, mark: Buffer, at: number): boolean {
  return piece.subarray(at, at + mark.length).equals(mark);
}

/** Without an end mark the whole piece is header. */
function before(piece: Buffer, end: number): Buffer {
  return end < 0 ? piece : piece.subarray(0, end);
}

/**
 * How many bytes of a piece of a recording are whole parts of its container, so that the rest waits for the next piece: browsers cut
 * where their time is up, also within a block of sound. Undefined where the bytes are no parts of it.
 */
function wholeParts(container: Container, data: Buffer): number | undefined {
  return container === 'webm' ? wholeElements(data) : wholePages(data);
}

type Container = 'webm' | 'ogg';

/** From the description of Matroska: a cluster is stepped into, since it lasts as long as the recording. */
const clusterId = 0x1f43b675;
/** The parts of a cluster and what may stand between clusters: timecode, blocks, positions, void, checksum, cues, tags. */
const parts = new Set([
  0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xec, 0xbf, 0x1c53bb6b, 0x1254c367, 0x114d9b74,
]);

function wholeElements(data: Buffer): number | undefined {
  for (let at = 0; ;) {
    const id = idAt(data, at);
    if (id === undefined) return at;
    if (id.value !== clusterId && !parts.has(id.value)) return undefined;
    const size = sizeAt(data, at + id.bytes);
    if (size === undefined) return at;
    const begin = at + id.bytes + size.bytes;
    const end = id.value === clusterId ? begin : begin + size.value;
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
