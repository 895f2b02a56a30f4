import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * DSH-5: for a form that is a page: its first field has the focus when it opens, so that what is typed then is no shortcut. A
 * browser looks at `autofocus` once in a document and in dialogs.
 */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const focus = () => form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    const above = document.querySelector<HTMLDialogElement>('dialog:modal');
    // Nothing beside a dialog takes the focus: that of the palette, which led here, is just closing.
    if (above === null) focus();
    else above.addEventListener('close', focus, { once: true });
  }, []);
  return form;
}
