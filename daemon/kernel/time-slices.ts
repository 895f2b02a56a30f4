import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** HOK-1: how long the event loop may be kept from answering hooks; a single step can take longer. */
const timeSliceMs = 8;
/** A turn of the event loop takes in one new connection, and the next turn its request. */
const quietTurnsNeeded = 2;

/** All work that can wait shares one slice at a time, or many small slices would make a long turn. */
let sliceEndsAtMs: number | undefined;
/** While hooks arrive, they have as much time as the work: between two slices the event loop turns freely. */
let hooksFirstUntilMs = 0;
let hooks = 0;
let quietTurns = 0;
let isCounting = false;
/** Those who wait for time, in their order. Who has used up a slice waits behind them. */
const waiting = new Set<object>();

/** A hook has arrived: those that wait behind it come before work that can wait. */
export function noteHook(): void {
  hooks += 1;
}

/** Whether this turn of the event loop has time left for work that can wait. */
export function hasTime(): boolean {
  const nowMs = performance.now();
  if (sliceEndsAtMs === undefined) {
    if (nowMs < hooksFirstUntilMs && quietTurns < quietTurnsNeeded) {
      countTurn();
      return false;
    }
    sliceEndsAtMs = nowMs + timeSliceMs;
    setImmediate(endSlice);
  }
  return nowMs < sliceEndsAtMs;
}

/** Resolves in a turn of the event loop that has time left; those who wait go on in their order. */
export async function untilTime(): Promise<void> {
  if (waiting.size === 0 && hasTime()) return;
  const place = {};
  waiting.add(place);
  while (!isFirst(place) || !hasTime()) await nextTurn();
  waiting.delete(place);
}

function isFirst(place: object): boolean {
  const [first] = waiting;
  return first === place;
}

/** Runs work that yields after every step, in time slices of a few milliseconds: hooks are answered between them. */
export async function runInTimeSlices<R>(steps: Generator<void, R>): Promise<R> {
  for (;;) {
    while (hasTime()) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await untilTime();
  }
}

function endSlice(): void {
  sliceEndsAtMs = undefined;
  hooksFirstUntilMs = performance.now() + timeSliceMs;
  quietTurns = 0;
}

function countTurn(): void {
  if (isCounting) return;
  isCounting = true;
  setImmediate(() => {
    isCounting = false;
    quietTurns = hooks === 0 ? quietTurns + 1 : 0;
    hooks = 0;
  });
}
