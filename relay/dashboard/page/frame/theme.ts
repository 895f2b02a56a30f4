import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const stored = 'coord-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));

/** What the person chose. */
export const theme = signal<Theme>(chosen());

/** What is shown; canvases read it and are drawn again. */
export const shownTheme = signal<'light' | 'dark'>('light');

effect(() => {
  const isDark = theme.value === 'dark' || (theme.value === 'system' && systemIsDark.value);
  shownTheme.value = isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = shownTheme.value;
  localStorage.setItem(stored, theme.value);
});

function chosen(): Theme {
  const known = localStorage.getItem(stored);
  return known === 'light' || known === 'dark' ? known : 'system';
}
