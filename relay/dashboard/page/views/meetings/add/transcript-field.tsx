import { FileText, Upload, X } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asCode, asData } from '../../../../../../shared/kernel/display.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { tell } from '../../../kit/toast.tsx';
import { counted } from '../common/words.ts';
import { longestInField, type Attached } from './transcript-input.ts';

/** How the form gets the text: typing does not draw anything again. */
export interface TranscriptHandle {
  text(): string;
}

interface TranscriptFieldProps {
  readonly handle: RefObject<TranscriptHandle>;
  readonly problem: string;
  onFile(name: string): void;
}

/** Where a transcript is pasted, typed, or dropped as a file. A long one is shown by its beginning. */
export function TranscriptField({ handle, problem, onFile }: TranscriptFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [attached, setAttached] = useState<Attached>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    handle.current = { text: () => attached?.text ?? area.current?.value ?? '' };
  }, [attached]);
  const put = ({ name, text }: Attached) => {
    if (text.length > longestInField) setAttached({ name, text });
    else if (area.current !== null) area.current.value = text;
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    if (text.includes('\0'))
      return tell(`${asData(file.name, 60)} is no text.`, { isProblem: true });
    put({ name: file.name, text });
    onFile(file.name);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= longestInField) return;
    event.preventDefault();
    put({ name: 'Pasted text', text: `${area.current?.value ?? ''}${text}` });
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
      {attached === undefined ? (
        <Field label="Transcript" problem={problem}>
          {(field) => (
            <textarea
              {...field}
              ref={area}
              rows={16}
              spellcheck={false}
              onPaste={onPaste}
              placeholder={'Ann: We decided to …\nBob: I will … by Friday.'}
            />
          )}
        </Field>
      ) : (
        <LongText {...attached} problem={problem} onRemove={() => setAttached(undefined)} />
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

interface LongTextProps extends Attached {
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
