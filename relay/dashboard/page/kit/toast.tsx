import { signal } from '@preact/signals';
import { X } from 'lucide-preact';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { Button, IconButton } from './button.tsx';
import './toast.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  undo?(): Promise<unknown>;
}

const goneAfterMs = 8_000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says what has been done, with a way back where there is one; goes by itself, unless it is a problem. */
export function tell(
  text: string,
  more: { isProblem?: boolean; undo?: () => Promise<unknown> } = {},
): void {
  const id = ++lastId;
  const { isProblem = false, undo } = more;
  toasts.value = [...toasts.value.slice(-2), { id, text, isProblem, ...(undo && { undo }) }];
  if (!isProblem) setTimeout(() => remove(id), goneAfterMs);
}

interface Done<Answer> {
  /** What is said afterwards; nothing when it is left out, because the view shows it. */
  readonly done?: string | ((answer: Answer) => string);
  /** Offered with what is said: takes it back. */
  undo?(answer: Answer): Promise<unknown>;
  /** Shows a refusal where the person is; without it, it is told like everything else. */
  refused?(refusal: Refusal): void;
}

/** DSH-4: does something that a person asked for. The answer, or undefined after the refusal was shown in its own words. */
export async function act<Answer>(
  call: Promise<Answer | Refusal>,
  { done, undo, refused }: Done<Answer> = {},
): Promise<Answer | undefined> {
  const answer = await call;
  if (isRefusal(answer)) {
    if (refused === undefined) tell(answer.message, { isProblem: true });
    else refused(answer);
    return undefined;
  }
  const text = typeof done === 'function' ? done(answer) : done;
  if (text !== undefined)
    tell(text, undo === undefined ? {} : { undo: () => act(undo(answer), { done: 'Undone.' }) });
  return answer;
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Where they appear, once in the page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class="toast" data-problem={toast.isProblem || undefined}>
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <Button
              size="s"
              onClick={() => {
                remove(toast.id);
                void toast.undo?.();
              }}
            >
              Undo
            </Button>
          )}
          <IconButton label="Close" onClick={() => remove(toast.id)}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
