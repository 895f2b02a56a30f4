import { FileText, Upload, X } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { asCode, asData } from '../../../../../../shared/kernel/display.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Field } from '../../../kit/forms/field.tsx';
import { tell } from '../../../kit/toast.tsx';
import { counted } from '../../../kit/lists/counts.ts';
import { longestInField } from './transcript-input.ts';

interface TranscriptFieldProps {
  readonly text: string;
  readonly problem: string;
  /** `file` names the file that the text came from. */
  onText(text: string, file?: string): void;
}

/** Where a transcript is pasted, typed, or dropped as a file. A long one is shown by its beginning. */
export function TranscriptField({ text, problem, onText }: TranscriptFieldProps) {
  const [source, setSource] = useState('Pasted text');
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await file.text();
    if (read.includes('\0'))
      return tell(`${asData(file.name, 60)} is no text.`, { isProblem: true });
    setSource(file.name);
    onText(read, file.name);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length <= longestInField) return;
    event.preventDefault();
    setSource('Pasted text');
    onText(`${text}${pasted}`);
  };
  return (
    <div
      class="add-transcript"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      {text.length <= longestInField ? (
        <Field label="Transcript" problem={problem}>
          {(field) => (
            <textarea
              {...field}
              value={text}
              rows={16}
              spellcheck={false}
              onPaste={onPaste}
              onInput={({ currentTarget }) => onText(currentTarget.value)}
              placeholder={'Ann: We decided to …\nBob: I will … by Friday.'}
            />
          )}
        </Field>
      ) : (
        <LongText name={source} text={text} problem={problem} onRemove={() => onText('')} />
      )}
      <label class="add-file button" data-kind="quiet" data-size="s">
        <Upload size={14} aria-hidden /> Choose a file, or drop one here
        <input
          type="file"
          class="unseen"
          accept=".txt,.md,.vtt,.srt,text/*"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
    </div>
  );
}

const shownLines = 12;

interface LongTextProps {
  /** Of the file; `Pasted text` where it was pasted. */
  readonly name: string;
  readonly text: string;
  readonly problem: string;
  onRemove(): void;
}

function LongText({ name, text, problem, onRemove }: LongTextProps) {
  const start = text.slice(0, 4_000).split('\n').slice(0, shownLines);
  return (
    <div class="field">
      <span class="add-label">Transcript</span>
      <div class="add-long">
        <p>
          <FileText size={15} aria-hidden />
          <b class="cut">{asData(name, 80)}</b>
          <span class="quiet numbers">{counted(text.length, 'character')}</span>
          <IconButton label="Remove the text" onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        </p>
        <pre class="quiet">{start.map((line) => asCode(line, 200)).join('\n')}</pre>
      </div>
      <p class="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
