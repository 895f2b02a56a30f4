import { asData, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { Name } from '../../../kit/code.tsx';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { Detail, Section } from '../parts/detail.tsx';
import type { ItemOf } from '../model/items.ts';
import { SymbolTable } from '../parts/symbols.tsx';
import { Talk } from '../parts/talk.tsx';
import { useSettleActions } from './settle-actions.ts';

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
