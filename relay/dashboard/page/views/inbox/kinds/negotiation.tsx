import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { Name } from '../../../kit/code.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace, isAdmin, type Place } from '../../../place/place.ts';
import { Detail, Section, type Action } from '../parts/detail.tsx';
import { type ItemOf, contested } from '../model/items.ts';
import { SymbolTable, Talk } from '../parts/symbols.tsx';
import { askNote, type Refused } from '../../../kit/forms/dialog-form.tsx';
import { isFinal } from '../../../kit/forms/ask.tsx';
import { act } from '../../../kit/toast.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import { useAnswer } from '../../../state/record.ts';
import { askDivision } from '../parts/divide.tsx';

/** A negotiation that its parties could not end (NEG-7). */
export function NegotiationItem({
  item: { record, title, since },
}: {
  readonly item: ItemOf<'negotiation'>;
}) {
  const { initiator, counterparty, turn_count: count, max_turns: most } = record;
  return (
    <Detail
      what="Escalated negotiation"
      since={since}
      title={`Who gets ${title}?`}
      question={`${shownUser(initiator)} asks for what ${shownUser(counterparty)} holds. ${count} of ${most} turns brought no end, so a person decides.`}
      actions={useSettleActions(record)}
    >
      <Sides record={record} />
      <Section title="What they both want">
        {record.symbol_ids.length === 0 ? (
          <p>
            The whole of <Name text={record.file} />
          </p>
        ) : (
          <SymbolTable ids={record.symbol_ids} />
        )}
      </Section>
      <Section title="What they said">
        <Talk record={record} />
      </Section>
    </Detail>
  );
}

function Sides({ record }: { readonly record: NegotiationRecord }) {
  return (
    <div class="inbox-sides">
      <Side label="Asks" name={record.initiator} session={record.initiator_session} />
      <Side label="Holds" name={record.counterparty} session={record.counterparty_session} />
    </div>
  );
}

interface SideProps {
  readonly label: string;
  readonly name: string;
  readonly session: string;
}

/** One party: the agent, and what it works on, as long as it is there. */
function Side({ label, name, session }: SideProps) {
  const agent = usePlace().live.team.value.agents.get(session);
  return (
    <section class="inbox-side">
      <h3>{label}</h3>
      <p>
        <Who name={name} id={session} {...(agent && { client: agent.client })} />
      </p>
      {agent === undefined ? (
        <p class="quiet">The session has ended.</p>
      ) : (
        <>
          <p>{asData(agent.task) || 'No task named'}</p>
          <p class="faint">
            {agent.branch !== '' && (
              <>
                <Name text={agent.branch} /> ·{' '}
              </>
            )}
            last sign <Ago at={agent.lastSignAt} />
          </p>
        </>
      )}
    </section>
  );
}

const label = 'Why';
const hint = 'Both agents are told. It may stay empty.';

/** Give, keep or divide (NEG-7). */
function useSettleActions(record: NegotiationRecord): readonly Action[] {
  const place = usePlace();
  const { settle } = useInbox();
  const [asking, holding] = [shownUser(record.initiator), shownUser(record.counterparty)];
  const what = contested(record);
  const send = (choice: Choice, refused: Refused) => {
    const input = { id: place.workspace.value.id, negotiation_id: record.id, ...choice };
    return act(place.client.call('settleNegotiation', input), { done: 'Settled.', refused });
  };
  const give = () => {
    const text = `${asking}’s agent gets ${what}, and ${holding}’s agent holds it no longer. ${isFinal}`;
    const yes = `Give it to ${asking}`;
    return askNote({ title: `Give it to ${asking}?`, text, label, hint, yes }, (note, refused) =>
      send({ action: 'yield', note }, refused),
    );
  };
  const keep = () => {
    const text = `${holding}’s agent goes on holding ${what}, and ${asking}’s agent is told so. ${isFinal}`;
    const [title, yes] = [`${holding} keeps it?`, `${holding} keeps it`];
    return askNote({ title, text, label, hint, yes }, (note, refused) =>
      send({ action: 'hold', note }, refused),
    );
  };
  const divide = () =>
    askDivision(place, record, (division, refused) =>
      send({ action: 'split', ...division }, refused),
    );
  const mayNot = whyNot(place, record);
  const isGone = !place.live.team.value.agents.has(record.initiator_session)
    ? `The session of ${asking} that asked has ended, so only keeping is left.`
    : undefined;
  const isWhole = useNotDividable(record);
  return [
    {
      letter: 'y',
      label: `Give it to ${asking}`,
      kind: 'primary',
      off: mayNot ?? isGone,
      run: () => settle(give),
    },
    { letter: 'h', label: `${holding} keeps it`, off: mayNot, run: () => settle(keep) },
    { letter: 's', label: 'Divide', off: mayNot ?? isGone ?? isWhole, run: () => settle(divide) },
  ];
}

/** Why there is nothing to divide; undefined where there is. */
function useNotDividable({ file, symbol_ids: contested }: NegotiationRecord): string | undefined {
  const { workspace } = usePlace();
  const asked = contested.length > 0 ? undefined : { id: workspace.value.id, file, limit: 2 };
  const found = useAnswer('symbols', asked);
  const count = contested.length > 0 ? contested.length : found?.symbols.length;
  if (count === undefined) return 'The symbols of the file are not known.';
  if (count === 0) return 'The file has no symbols, so it cannot be divided.';
  return count === 1 ? 'There is one symbol, which cannot be divided.' : undefined;
}

interface Choice {
  readonly action: 'yield' | 'hold' | 'split';
  readonly note: string;
  readonly split?: { initiator_symbols: string[]; counterparty_symbols: string[] };
}

/** The people behind the parties and admins settle it. A session that has ended is known by its person's name alone. */
function whyNot(place: Place, record: NegotiationRecord): string | undefined {
  const { me, live } = place;
  const { agents } = live.team.value;
  const sides = [
    [record.initiator_session, record.initiator],
    [record.counterparty_session, record.counterparty],
  ] as const;
  const isParty = sides.some(([session, name]) => {
    const agent = agents.get(session);
    return agent === undefined ? name === me.name : agent.userId === me.id;
  });
  if (isAdmin(place) || isParty) return undefined;
  return `Only ${sides.map(([, name]) => shownUser(name)).join(', ')} or an admin settles it.`;
}
