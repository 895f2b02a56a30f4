import { useEffect } from 'preact/hooks';

/** What may go on while a key stays down: walking, scrolling, zooming. Nothing of it changes a record. */
const going = ['j', 'k', ' ', '+', '=', '-'];

/**
 * DSH-5: a key that stays down does what it stands for once. The next record would be judged by it else, before a person has
 * seen it, and the form that it has opened would be typed into. In the field that it was pressed in it goes on typing.
 */
export function useHeldKeys(): void {
  useEffect(() => {
    let begunIn: EventTarget | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (!event.repeat) begunIn = event.target;
      else if (isOver(event, begunIn)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** Whether the repetition of a key does nothing. Arrows, Tab, and what has a meaning to the browser go on. */
function isOver(event: KeyboardEvent, begunIn: EventTarget | null): boolean {
  const { key, target } = event;
  if (event.metaKey || event.ctrlKey || event.altKey) return false;
  if (key.length > 1 && key !== 'Enter' && key !== 'Escape') return false;
  if (!isField(target)) return !going.includes(key);
  return target !== begunIn || (key === 'Enter' && !target.matches('textarea'));
}

/** Whether keys type there. */
export function isField(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}
