import { useState } from 'preact/hooks';

/** The card that the pointer or the focus is on, by the id of its task; undefined for none. */
export function usePointed() {
  const [pointed, setPointed] = useState<string>();
  const point = ({ target }: Event) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null;
    setPointed(card?.dataset['task']);
  };
  return {
    pointed,
    onMouseOver: point,
    onMouseLeave: () => setPointed(undefined),
    onFocusIn: point,
    onFocusOut: () => setPointed(undefined),
  };
}
