import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { IconButton } from './button.tsx';
import './command.css';

const shownMs = 1_500;

/** A command for the terminal, or another text to be copied whole. */
export function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
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
