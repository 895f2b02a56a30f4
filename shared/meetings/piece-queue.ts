/** A piece of sound under a name of its own (MTG-24). */
interface Named {
  readonly id: string;
}

const mostTries = 3;

/**
 * Recorded pieces on their way to a meeting, in their order and one at a time, each until it is kept (MTG-24). It knows no
 * connection: its owner sends what `next` gives, and says what was answered.
 */
export class PieceQueue<Piece extends Named> {
  private readonly waiting: Piece[] = [];
  private lastKept: Piece | undefined;
  private isLastKeptDue = false;
  private sent: Piece | undefined;
  private tries = 0;

  /** `most`: so many may wait. */
  constructor(private readonly most: number) {}

  /** How many are not kept yet. */
  get count(): number {
    return this.waiting.length;
  }

  /** False where so many wait already that it is not kept. */
  add(piece: Piece): boolean {
    if (this.waiting.length >= this.most) return false;
    this.waiting.push(piece);
    return true;
  }

  /** The piece to send now; undefined while one is on its way, and when none waits. */
  next(): Piece | undefined {
    if (this.sent !== undefined) return undefined;
    this.sent = this.isLastKeptDue ? this.lastKept : this.waiting[0];
    this.isLastKeptDue = false;
    return this.sent;
  }

  isOnItsWay(piece: Piece): boolean {
    return this.sent === piece;
  }

  /** The connection is gone. Over the next one the last piece that was kept goes first: what follows is heard with its end. */
  lost(): void {
    this.sent = undefined;
    this.isLastKeptDue = this.lastKept !== undefined;
  }

  kept(id: string): void {
    if (this.sent?.id !== id) return;
    this.lastKept = this.sent;
    if (this.waiting[0] === this.sent) this.waiting.shift();
    this.sent = undefined;
    this.tries = 0;
  }

  /** What was sent is refused with `error`: whether `next` gives it again, or it is given up. */
  mayPass(error: string): boolean {
    const refused = this.sent;
    this.sent = undefined;
    this.tries += 1;
    const isKnown = refused !== undefined && refused !== this.waiting[0];
    if (error === 'Unavailable' && this.tries < mostTries) {
      this.isLastKeptDue = isKnown;
      return true;
    }
    if (isKnown) this.lastKept = undefined;
    else if (refused !== undefined) this.waiting.shift();
    this.tries = 0;
    return false;
  }
}
