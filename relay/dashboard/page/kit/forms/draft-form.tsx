import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAddress } from '../../place/address.ts';
import { Button } from '../button.tsx';
import { DraftNote, type Kept } from './draft.tsx';

interface DraftFormProps {
  /** What it is a form of, for readers of the screen. */
  readonly label: string;
  readonly kept: Pick<Kept<unknown>, 'isBack' | 'forget'>;
  readonly submit: string;
  readonly canSubmit: boolean;
  /** Where giving up leads. */
  readonly back: string;
  onSubmit(): Promise<void>;
  readonly children: ComponentChildren;
}

/** A large form whose draft is kept (DSH-4), with its buttons. */
export function DraftForm({ label, kept, submit, canSubmit, back, ...rest }: DraftFormProps) {
  const { go } = useAddress();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await rest.onSubmit();
    setSending(false);
  };
  const giveUp = () => {
    kept.forget();
    go(back);
  };
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <DraftNote isBack={kept.isBack} onForget={kept.forget} />
      {rest.children}
      <div class="form-actions">
        <Button kind="primary" type="submit" disabled={isSending || !canSubmit}>
          {submit}
        </Button>
        <Button onClick={giveUp}>Cancel</Button>
      </div>
    </form>
  );
}
