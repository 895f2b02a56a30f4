/** What one recorder makes. Its later pieces cannot be played without its first. */
interface Recorded<Piece> {
  readonly pieces: Piece[];
  /** Its first piece went over the connection that is open now. */
  isBegun: boolean;
  isLost: boolean;
}

/** As many pieces of five seconds as half an hour has. */
const mostWaiting = 360;

/** DSH-72: what was recorded and is not yet sent, in its order. */
export class Pieces<Piece> {
  private files: Recorded<Piece>[] = [];

  /** A recorder begins; answers where its pieces go, and whether one was taken. */
  begin(): (piece: Piece) => boolean {
    const file: Recorded<Piece> = { pieces: [], isBegun: false, isLost: false };
    this.files.push(file);
    return (piece) => {
      if (file.isLost || this.waiting >= mostWaiting) return false;
      file.pieces.push(piece);
      return true;
    };
  }

  get waiting(): number {
    return this.files.reduce((sum, { pieces }) => sum + pieces.length, 0);
  }

  /** Everything that waits; it is sent over the open connection. */
  take(): Piece[] {
    const taken = this.files.flatMap((file) => {
      if (file.pieces.length > 0) file.isBegun = true;
      return file.pieces.splice(0);
    });
    this.files = [
      ...this.files.slice(0, -1).filter(({ isBegun }) => isBegun),
      ...this.files.slice(-1),
    ];
    return taken;
  }

  /** The connection is gone: what is left of a file that was begun on it could not be played on another one. */
  lose(): void {
    for (const file of this.files) file.isLost = file.isBegun;
    this.files = this.files.filter(({ isLost }) => !isLost);
  }
}
