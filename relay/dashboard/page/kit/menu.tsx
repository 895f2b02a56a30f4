import { Check } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './menu.css';

interface MenuProps {
  readonly class?: string;
  readonly label: ComponentChildren;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A button that opens a short list of things to do; it closes at a choice, at Escape, and when the focus goes. */
export function Menu({ class: name = '', label, title, children }: MenuProps) {
  const place = useRef<HTMLDetailsElement>(null);
  const close = () => place.current?.removeAttribute('open');
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) !== true) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && place.current?.open === true) {
      event.preventDefault();
      close();
      place.current.querySelector('summary')?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    place.current?.setAttribute('open', '');
    const items = [...(place.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    // From the button itself, the arrow up goes to the last one.
    const next = at < 0 && step < 0 ? items.length - 1 : at + step;
    items[(next + items.length) % items.length]?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && place.current?.contains(relatedTarget) !== true) close();
  };
  return (
    <details ref={place} class={`menu ${name}`} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary title={title} aria-label={title}>
        {label}
      </summary>
      <div class="menu-items" onClick={close}>
        {children}
      </div>
    </details>
  );
}

interface MenuItemProps {
  readonly isChosen?: boolean;
  readonly children: ComponentChildren;
  onChoose(): void;
}

export function MenuItem({ isChosen, children, onChoose }: MenuItemProps) {
  return (
    <button class="menu-item" aria-pressed={isChosen} onClick={onChoose}>
      <span class="menu-item-words">{children}</span>
      {isChosen === true && <Check size={14} aria-hidden />}
    </button>
  );
}
