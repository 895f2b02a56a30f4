import { wholeParts, type Container } from './whole-parts.ts';

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

export interface RecordingState {
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
