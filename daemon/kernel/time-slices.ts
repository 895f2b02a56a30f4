import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the event loop may be kept from answering hooks; a single step can take longer. */
export const timeSliceMs = 8;

/** Runs work that yields after every step, in time slices of a few milliseconds: hooks are answered between them. */
export async function runInTimeSlices<R>(steps: Generator<void, R>): Promise<R> {
  for (;;) {
    const sliceEndsAtMs = performance.now() + timeSliceMs;
    while (performance.now() < sliceEndsAtMs) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await nextTurn();
  }
}
