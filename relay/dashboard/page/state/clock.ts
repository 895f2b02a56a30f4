import { signal } from '@preact/signals';

/** The time to the second, in milliseconds since the Unix epoch. Whoever shows minutes reads it and is drawn again. */
export const now = signal(Date.now());

setInterval(() => {
  // What nobody sees need not be drawn.
  if (!document.hidden) now.value = Date.now();
}, 1_000);
document.addEventListener('visibilitychange', () => (now.value = Date.now()));
