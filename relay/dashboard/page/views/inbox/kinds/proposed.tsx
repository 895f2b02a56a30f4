import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { ask, isFinal } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { Detail, Section, Words } from '../parts/detail.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import type { ItemOf } from '../model/items.ts';
import { DecisionFacts } from './stale.tsx';
import { SymbolTable } from '../parts/symbols.tsx';

/** A decision that a language model took from traces (TRC-4). */
export function ProposedItem({ item: { record, since } }: { readonly item: ItemOf<'decision'> }) {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const { settle } = useInbox();
  const decision = { id: workspace.value.id, decision_id: record.id };
  const title = `“${asData(record.title)}”`;
  const accept = async () => {
    const text = `${title} becomes a decision of the team, and every agent that comes near it is told. ${isFinal} A later decision can replace it.`;
    const isSure = await ask({ title: 'Accept it?', text, yes: 'Accept', kind: 'primary' });
    if (!isSure) return undefined;
    return act(client.call('acceptDecision', decision), { done: 'Accepted.' });
  };
  const decline = async () => {
    const text = `${title} ends. It stays readable, and cannot be accepted any more. ${isFinal}`;
    if (!(await ask({ title: 'Decline it?', text, yes: 'Decline' }))) return undefined;
    return act(client.call('declineDecision', decision), { done: 'Declined.' });
  };
  return (
    <Detail
      what="Proposed decision"
      since={since}
      title={asData(record.title)}
      question={`A language model found it in the traces of ${shownUser(record.made_by_name)}’s agent. It counts when somebody accepts it.`}
      actions={[
        { letter: 'a', label: 'Accept', kind: 'primary', run: () => settle(accept) },
        { letter: 'x', label: 'Decline', kind: 'danger', run: () => settle(decline) },
        { letter: 'o', label: 'Open', run: () => go(href('decisions', record.id)) },
      ]}
    >
      <Section title="Why">
        <Words text={record.rationale || 'No reason was found.'} />
      </Section>
      {record.symbols.length > 0 && (
        <Section title="The code that it is about">
          <SymbolTable ids={record.symbols} />
        </Section>
      )}
      <DecisionFacts record={{ ...record, symbols: [] }} />
    </Detail>
  );
}
