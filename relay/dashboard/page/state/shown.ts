import { signal, type ReadonlySignal } from '@preact/signals';

/** Who looks at another tab for a moment finds this one as it was. */
const graceMs = 3_000;

const state = signal(!document.hidden);
let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * DSH-9: whether somebody can see this page. A browser opens six connections to one host, for all its tabs together, and a
 * stream takes one of them for as long as it is open: also that of a page which is only kept for the way back.
 */
export const isShown: ReadonlySignal<boolean> = state;

function show(): void {
  clearTimeout(leaving);
  state.value = true;
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) return show();
  clearTimeout(leaving);
  leaving = setTimeout(() => (state.value = false), graceMs);
});
addEventListener('pagehide', () => {
  clearTimeout(leaving);
  state.value = false;
});
addEventListener('pageshow', show);

/** Resolves when the page is shown, at once where it is, or when it is no longer wanted. */
export function untilShown(unwanted: AbortSignal): Promise<void> {
  if (state.value || unwanted.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      unsubscribe();
      unwanted.removeEventListener('abort', done);
      resolve();
    };
    const unsubscribe = state.subscribe((shown) => shown && setTimeout(done));
    unwanted.addEventListener('abort', done);
  });
}

/** A signal that is aborted when the page is no longer shown, or with the one that is given. */
export function whileShown(unwanted: AbortSignal): { signal: AbortSignal; done: () => void } {
  const hidden = new AbortController();
  const done = state.subscribe((shown) => !shown && hidden.abort());
  return { signal: AbortSignal.any([unwanted, hidden.signal]), done };
}
