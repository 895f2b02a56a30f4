import { Check, RefreshCw, Replace, X } from 'lucide-preact';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { quoted } from '../../../../../../shared/kernel/display.ts';
import { askNote } from '../../../kit/forms/dialog-form.tsx';
import { ask, isFinal } from '../../../kit/forms/ask.tsx';
import { Button } from '../../../kit/button.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace, type Place } from '../../../place/place.ts';

interface ActionsProps {
  readonly decision: DecisionRecord;
  onChanged(decision: DecisionRecord): void;
}

/** What a person can do with a decision as it is now. */
export function Actions({ decision, onChanged }: ActionsProps) {
  const place = usePlace();
  const { go } = useAddress();
  const { state } = decision;
  if (state === 'ended') return null;
  if (state === 'proposed') return <Answer decision={decision} onChanged={onChanged} />;
  return (
    <>
      <Button
        kind={state === 'stale' ? 'primary' : 'plain'}
        onClick={() => void reaffirm(place, decision, onChanged)}
      >
        <RefreshCw size={14} aria-hidden /> Reaffirm
      </Button>
      <Button onClick={() => go(`${place.href('decisions', decision.id)}?supersede=1`)}>
        <Replace size={14} aria-hidden /> Supersede
      </Button>
    </>
  );
}

/** Neither can be taken back, so both ask. */
function Answer({ decision, onChanged }: ActionsProps) {
  const { client, workspace } = usePlace();
  const one = { id: workspace.value.id, decision_id: decision.id };
  const accept = async () => {
    const text = `It becomes a decision that counts, and agents are told. ${isFinal} A later one can replace it.`;
    if (!(await ask({ title: 'Accept this decision?', text, yes: 'Accept', kind: 'primary' })))
      return;
    const accepted = await act(client.call('acceptDecision', one), { done: 'It counts now.' });
    if (accepted !== undefined) onChanged(accepted);
  };
  const decline = async () => {
    const text = `It ends and cannot be accepted any more. It stays readable. ${isFinal}`;
    if (!(await ask({ title: 'Turn this decision down?', text, yes: 'Turn down' }))) return;
    const declined = await act(client.call('declineDecision', one), { done: 'Turned down.' });
    if (declined !== undefined) onChanged(declined);
  };
  return (
    <>
      <Button kind="primary" onClick={() => void accept()}>
        <Check size={14} aria-hidden /> Accept
      </Button>
      <Button onClick={() => void decline()}>
        <X size={14} aria-hidden /> Turn down
      </Button>
    </>
  );
}

/** A person says that it still holds for the code as it is now, and may say why. */
async function reaffirm(
  { client, workspace }: Place,
  decision: DecisionRecord,
  onChanged: (decision: DecisionRecord) => void,
): Promise<void> {
  const question = {
    title: 'Does it still hold?',
    text: `${quoted(decision.title)} becomes fresh, and is linked to the code as it is now. ${isFinal}`,
    label: 'Why it still holds',
    hint: 'Others read it in the history. It may stay empty.',
    yes: 'It still holds',
  };
  const input = { id: workspace.value.id, decision_id: decision.id };
  const answer = await askNote(question, (note, refused) => {
    const call = client.call('reaffirmDecision', { ...input, ...(note !== '' && { note }) });
    return act(call, { done: 'It is fresh.', refused });
  });
  if (answer !== undefined) onChanged(answer);
}
