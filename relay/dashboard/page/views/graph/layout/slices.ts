/** No task of the page takes much longer than this, so that it answers while something is computed. */
const sliceMs = 12;

/** Runs steps to their end, with breaks. Undefined when `signal` is aborted before. */
export async function inSlices<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  let began = performance.now();
  for (;;) {
    if (signal.aborted) return undefined;
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}
