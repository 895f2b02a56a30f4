/** A stretch of time, without `afterMs` and with `untilMs`, and by how much what lies in it is moved. */
export interface Move {
  readonly afterMs: number;
  readonly untilMs: number;
  readonly byMs: number;
}
