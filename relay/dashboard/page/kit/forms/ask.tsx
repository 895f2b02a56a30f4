import { signal } from '@preact/signals';
import { X } from 'lucide-preact';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../button.tsx';
import './ask.css';

interface Open {
  readonly title: string;
  readonly Content: FunctionComponent<{ close(): void }>;
  onClosed(): void;
}

/** DSH-4: what a question says of something that the interface cannot take back. */
export const isFinal = 'This cannot be undone.';

const open = signal<Open | undefined>(undefined);

/** Shows something above the page; resolves when it is closed. */
export function showDialog(title: string, Content: Open['Content']): Promise<void> {
  open.value?.onClosed();
  return new Promise((resolve) => {
    open.value = { title, Content, onClosed: resolve };
  });
}

interface Question {
  readonly title: string;
  /** What happens, and to whom. */
  readonly text: string;
  /** The words of the button that does it. */
  readonly yes: string;
  /** `primary` where nothing is lost by it: Enter does it. */
  readonly kind?: 'danger' | 'primary';
}

/** DSH-4: asks before something that cannot be undone; whether the person wants it. */
export async function ask({ title, text, yes, kind = 'danger' }: Question): Promise<boolean> {
  let answer = false;
  await showDialog(title, ({ close }) => (
    <>
      <p>{text}</p>
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button
          kind={kind}
          autofocus={kind === 'primary'}
          onClick={() => {
            answer = true;
            close();
          }}
        >
          {yes}
        </Button>
      </div>
    </>
  ));
  return answer;
}

function end(): void {
  const ended = open.value;
  open.value = undefined;
  ended?.onClosed();
}

/** Where dialogs appear, once in the frame of a workspace; one that is open ends with it. */
export function Dialogs() {
  useEffect(() => end, []);
  return open.value === undefined ? null : <Dialog {...open.value} />;
}

/** Closes a dialog when something beside it is pressed: a text may be selected by dragging out of the dialog. */
export function closeFromOutside({
  target,
  currentTarget,
}: JSX.TargetedPointerEvent<HTMLDialogElement>): void {
  if (target === currentTarget) currentTarget.close();
}

function Dialog({ title, Content }: Open) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => place.current?.showModal(), []);
  const close = () => place.current?.close();
  return (
    <dialog
      ref={place}
      class="dialog"
      aria-labelledby="dialog-title"
      onClose={end}
      onPointerDown={closeFromOutside}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <IconButton label="Close" onClick={close}>
            <X size={15} aria-hidden />
          </IconButton>
        </header>
        <Content close={close} />
      </div>
    </dialog>
  );
}
