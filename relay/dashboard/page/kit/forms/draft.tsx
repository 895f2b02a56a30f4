import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { usePlace } from '../../place/place.ts';
import { forgetDraft, readDraft, writeDraft } from '../../client/drafts.ts';
import { useAddress } from '../../place/address.ts';
import { Button } from '../button.tsx';
import { useFirstField } from './first-field.ts';
import './ask.css';

interface Kept<Draft> {
  readonly draft: Draft;
  /** Whether it was typed before and brought back; false again when it is given up. */
  readonly isBack: boolean;
  change(draft: Draft): void;
  /** It was sent, or is given up. */
  forget(): void;
}

/**
 * DSH-4: what is typed into a large form, kept for the tab until it is sent or given up: going elsewhere in between loses nothing.
 * `name` is the form's, with the record that it is about; `empty` is what it begins with. A draft is text fields alone.
 */
export function useDraft<Draft extends object>(name: string, empty: Draft): Kept<Draft> {
  const key = useDraftKey(name);
  const [known, setKnown] = useState(() => {
    const before = readDraft<Draft>(key);
    return { draft: { ...empty, ...before }, isBack: before !== undefined };
  });
  return {
    ...known,
    change(draft) {
      setKnown({ ...known, draft });
      if (JSON.stringify(draft) === JSON.stringify(empty)) forgetDraft(key);
      else writeDraft(key, draft);
    },
    forget() {
      setKnown({ draft: empty, isBack: false });
      forgetDraft(key);
    },
  };
}

/** Whether something that was typed into the form of this name is kept. */
export function useHasDraft(name: string): boolean {
  return readDraft(useDraftKey(name)) !== undefined;
}

function useDraftKey(name: string): string {
  const { me, workspace } = usePlace();
  return `${me.id} ${workspace.value.id} ${name}`;
}

/** Says that what stands in the form was typed before. */
export function DraftNote({ isBack, onForget }: { readonly isBack: boolean; onForget(): void }) {
  if (!isBack) return null;
  return (
    <p class="draft-note" role="status">
      What you typed before is still here.{' '}
      <Button size="s" kind="quiet" onClick={onForget}>
        Start anew
      </Button>
    </p>
  );
}

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
  const form = useFirstField();
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
      ref={form}
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
