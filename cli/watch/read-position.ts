/** How far the log is dealt with, where its events are dealt with side by side. */
export class ReadPosition {
  /** In the order of the log. */
  private readonly open = new Set<number>();
  private newest = 0;

  /** An event has come; events come in the order of the log. */
  begin(seq: number): void {
    this.open.add(seq);
    this.newest = seq;
  }

  /** The event is dealt with. Answers the last seq before which none is open: the next start may begin behind it. */
  done(seq: number): number {
    this.open.delete(seq);
    const [first] = this.open;
    return first === undefined ? this.newest : first - 1;
  }
}
