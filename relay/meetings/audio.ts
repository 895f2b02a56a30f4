/**
 * Browsers record one long file and send it in pieces, and only the first piece has the header that a player needs. This
 * puts the header before each later piece. Clients that send whole files need nothing.
 */
export class Recording {
  private head: Buffer = Buffer.alloc(0);

  /** A file that can be played by itself; undefined for a later piece of a recording whose first piece was not heard here. */
  playable(piece: Buffer): Buffer | undefined {
    const head = headOf(piece);
    if (head === undefined && this.head.length === 0 && isFromTheMiddle(piece)) return undefined;
    if (head === undefined) return Buffer.concat([this.head, piece]);
    this.head = head;
    return piece;
  }
}

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
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
