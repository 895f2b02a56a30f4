import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import { linkedLabel } from '../../../../../../shared/feed/sentence.ts';
import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import { askNote } from '../../../kit/forms/dialog-form.tsx';
import { isFinal, ask } from '../../../kit/forms/ask.tsx';
import { Change, SymbolName } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { act } from '../../../kit/toast.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { useAddress } from '../../../place/address.ts';
import { usePlace } from '../../../place/place.ts';
import { useAnswer } from '../../../state/record.ts';
import {
  type Action,
  Detail,
  Facts,
  Paths,
  Section,
  SymbolNames,
  Words,
} from '../parts/detail.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import type { ItemOf } from '../model/items.ts';
import { SymbolTable } from '../parts/symbols.tsx';

/** A decision whose code has changed since (DEC-2). */
export function StaleItem({ item: { record, since } }: { readonly item: ItemOf<'stale'> }) {
  const actions = useStaleActions(record);
  return (
    <Detail
      what="Stale decision"
      since={since}
      title={asData(record.title)}
      question="The code that it is about has changed. Does it still hold?"
      actions={actions}
    >
      <WhatChanged record={record} />
      <Section title="What was decided">
        <Words text={record.rationale || 'No reason was written down.'} />
      </Section>
      <DecisionFacts record={record} />
    </Detail>
  );
}

function useStaleActions({ id: decision_id, title }: DecisionRecord): Action[] {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const { settle } = useInbox();
  const id = workspace.value.id;
  const question = {
    title: 'Reaffirm it?',
    text: `“${asData(title)}” then counts for the code as it is now. ${isFinal}`,
    label: 'Why it still holds',
    hint: 'Kept with the decision. It may stay empty.',
    yes: 'Reaffirm',
  };
  const reaffirm = () =>
    askNote(question, (note, refused) => {
      const input = { id, decision_id, ...(note !== '' && { note }) };
      return act(client.call('reaffirmDecision', input), { done: 'Reaffirmed.', refused });
    });
  return [
    { letter: 'r', label: 'Reaffirm', kind: 'primary', run: () => settle(reaffirm) },
    // The form of decisions keeps a draft and the type, and goes on where another is first.
    {
      letter: 's',
      label: 'Supersede',
      run: () => go(`${href('decisions', decision_id)}?supersede=1`),
    },
    { letter: 'o', label: 'Open', run: () => go(href('decisions', decision_id)) },
  ];
}

const reasons = {
  changed: 'Its body has changed; its signature is the same.',
  signature_changed: 'Its signature has changed.',
  removed: 'It was removed.',
} as const;

const staleTypes = ['decision_stale', 'decision_stale_again'] as const;

type StaleEvent = Extract<LogEvent, { type: (typeof staleTypes)[number] }>;

function isStaleEvent(event: LogEvent): event is StaleEvent {
  return event.type === 'decision_stale' || event.type === 'decision_stale_again';
}

function WhatChanged({ record }: { readonly record: DecisionRecord }) {
  const { workspace } = usePlace();
  const { id, stale_change: change, stale_symbol: symbol = '', stale_since: since } = record;
  const log = useAnswer(
    'listEvents',
    { id: workspace.value.id, about: id, type: [...staleTypes], limit: 1 },
    (told) => isStaleEvent(told) && told.decision.id === id,
  );
  const event = log?.events[0] as LogEvent | undefined;
  const by = event !== undefined && isStaleEvent(event) ? event.user : undefined;
  return (
    <Section title="What changed">
      <p class="inbox-change">
        {symbol === '' ? 'Its code' : <SymbolName id={symbol} />}
        <span class="inbox-change-by faint">
          {by !== undefined && (
            <>
              by <Who name={by} />
            </>
          )}
          {since !== undefined && <Ago at={since} />}
        </span>
      </p>
      {change !== undefined && change.before !== change.after && (
        <Change before={change.before} after={change.after} />
      )}
      {change !== undefined && (
        <p class="quiet">
          {change.symbol.endsWith('#')
            ? `What other files can use of ${linkedLabel(change.symbol)} has changed.`
            : reasons[change.reason]}
        </p>
      )}
    </Section>
  );
}

/** What else is known of a decision. */
function DecisionFacts({ record }: { readonly record: DecisionRecord }) {
  const { href } = usePlace();
  const { made_by: maker, made_by_name: name, created_at: at, decision_type: type } = record;
  return (
    <Facts
      facts={[
        [
          'Decided by',
          <>
            <Link to={href('people', maker)} title={shownUser(name)}>
              <Who name={name} />
            </Link>{' '}
            <span class="faint">
              <Ago at={at} />
            </span>
          </>,
        ],
        ['Type', type],
        record.affected_areas.length > 0 && [
          'Areas',
          record.affected_areas.map((area) => asData(area)).join(', '),
        ],
        record.symbols.length > 0 && ['Symbols', <SymbolNames ids={record.symbols} />],
        record.files.length > 0 && ['Files', <Paths paths={record.files} />],
      ]}
    />
  );
}

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
