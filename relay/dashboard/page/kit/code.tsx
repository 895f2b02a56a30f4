import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { asCode, shownId } from '../../../../shared/kernel/display.ts';
import { symbolLabel } from '../../../../shared/feed/sentence.ts';
import { IconButton } from './button.tsx';
import { tell } from './toast.tsx';
import './code.css';

/** A path, a branch or another name that has to stay exact. */
export function Name({ text }: { readonly text: string }) {
  return <code class="name">{shownId(text)}</code>;
}

/** A symbol by its id; the file alone where the id is of a whole file. */
export function SymbolName({ id }: { readonly id: string }) {
  return <code class="name">{symbolLabel(id)}</code>;
}

interface ChangeProps {
  readonly before: string;
  readonly after: string;
}

/** What a piece of code was and what it is; one empty side means that it came or went. */
export function Change({ before, after }: ChangeProps) {
  return (
    <div class="change">
      {before !== '' && <Side kind="before" label="Before" code={before} />}
      {after !== '' && <Side kind="after" label="Now" code={after} />}
    </div>
  );
}

function Side({ kind, label, code }: { kind: string; label: string; code: string }) {
  const lines = code.split('\n').map((line) => asCode(line, 500));
  return (
    <pre data-kind={kind}>
      <span class="unseen">{label}: </span>
      {lines.join('\n')}
    </pre>
  );
}

/** Whether it was copied; why not is said to the person. A browser gives the clipboard to a page over https, or of this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    tell('This browser lets this page copy nothing. Select the text, and copy it yourself.', {
      isProblem: true,
    });
    return false;
  }
}

const shownMs = 1_500;

/** A command for the terminal, or another text to be copied whole. */
export function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <span class="command">
      <code>{text}</code>
      <IconButton label={isCopied ? 'Copied' : `Copy: ${text}`} onClick={() => void copy()}>
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
    </span>
  );
}
