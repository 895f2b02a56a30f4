import { useState } from 'preact/hooks';
import { asCode, shownUser } from '../../../../../../shared/kernel/display.ts';
import { symbolLabel } from '../../../../../../shared/feed/sentence.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { isFinal, showDialog } from '../../../kit/forms/ask.tsx';
import { DialogForm, type Refused } from '../../../kit/forms/dialog-form.tsx';
import { Check } from '../../../kit/forms/field.tsx';
import { TextField } from '../../../kit/forms/text-field.tsx';
import type { Place } from '../../../place/place.ts';

/** Who gets which symbols, and why. */
interface Division {
  readonly note: string;
  readonly split: { initiator_symbols: string[]; counterparty_symbols: string[] };
}

/** Asks which of the contested symbols go to whom, as `askNote` does. */
export async function askDivision<Answer>(
  { client, workspace }: Place,
  record: NegotiationRecord,
  send: (division: Division, refused: Refused) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const { file, symbol_ids: contested } = record;
  const found = await client.call('symbols', { id: workspace.value.id, file, limit: 500 });
  const symbols = isRefusal(found) ? [] : found.symbols;
  const signatures = new Map(symbols.map(({ id, signature }) => [id, signature]));
  // A whole file is divided into whatever symbols it has.
  const ids = contested.length > 0 ? contested : symbols.map(({ id }) => id);
  let answer: Answer | undefined;
  await showDialog('Divide it', ({ close }) => (
    <DivisionForm
      record={record}
      ids={ids}
      signatures={signatures}
      close={close}
      send={async (division, refused) => (answer = await send(division, refused))}
    />
  ));
  return answer;
}

interface DivisionFormProps {
  readonly record: NegotiationRecord;
  readonly ids: readonly string[];
  readonly signatures: ReadonlyMap<string, string>;
  close(): void;
  send(division: Division, refused: Refused): Promise<unknown>;
}

function DivisionForm({ record, ids, signatures, close, ...rest }: DivisionFormProps) {
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const [asking, holding] = [shownUser(record.initiator), shownUser(record.counterparty)];
  const tick = (id: string, isTicked: boolean) =>
    setGiven(new Set(isTicked ? [...given, id] : [...given].filter((other) => other !== id)));
  const isReady = given.size > 0 && given.size < ids.length;
  const send = (refused: Refused) => {
    const initiator_symbols = ids.filter((id) => given.has(id));
    const counterparty_symbols = ids.filter((id) => !given.has(id));
    const split = { initiator_symbols, counterparty_symbols };
    return rest.send({ note: note.trim(), split }, refused);
  };
  return (
    <DialogForm yes="Divide as ticked" fields={['note']} {...{ isReady, close, send }}>
      {(problems) => (
        <>
          <p>
            Tick what {asking} gets; {holding} keeps the rest. {isFinal}
          </p>
          <ul class="inbox-divide">
            {ids.map((id, at) => (
              <li key={id}>
                <Check
                  label={symbolLabel(id)}
                  checked={given.has(id)}
                  isFirst={at === 0}
                  onChange={(isTicked) => tick(id, isTicked)}
                />
                <code class="faint cut">{asCode(signatures.get(id) ?? '', 200)}</code>
              </li>
            ))}
          </ul>
          <TextField
            label="Why"
            hint="Both agents are told. It may stay empty."
            problem={problems.note}
            value={note}
            onInput={setNote}
          />
        </>
      )}
    </DialogForm>
  );
}
