import { signal } from '@preact/signals';

/** From here on the list and the opened item stand side by side (`inbox.css`). */
const query = matchMedia('(min-width: 60.01rem)');

export const isWide = signal(query.matches);
query.addEventListener('change', ({ matches }) => (isWide.value = matches));
