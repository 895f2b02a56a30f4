import { useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import { symbolLabel } from '../../../shared/feed/sentence.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { NegotiationRecord } from '../../../shared/negotiations/contract.ts';
import { timeOfDay } from './time-of-day.ts';

interface EscalatedProps {
  readonly client: Client;
  readonly workspaceId: string;
  readonly negotiations: readonly NegotiationRecord[];
  onSettled(): void;
}

/** NEG-7: what the parties could not agree on, for a person to decide. */
export function Escalated({ negotiations, ...place }: EscalatedProps) {
  if (negotiations.length === 0) return null;
  return (
    <section aria-labelledby="escalated" class="urgent">
      <h2 id="escalated">Waits for a person</h2>
      {negotiations.map((negotiation) => (
        <ToSettle key={negotiation.id} negotiation={negotiation} {...place} />
      ))}
    </section>
  );
}

type Action = 'yield' | 'hold' | 'split';

interface ToSettleProps extends Omit<EscalatedProps, 'negotiations'> {
  readonly negotiation: NegotiationRecord;
}

function ToSettle({ negotiation, client, workspaceId, onSettled }: ToSettleProps) {
  const { id, symbol_ids: symbols, initiator, counterparty } = negotiation;
  const [note, setNote] = useState('');
  const [given, setGiven] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const settle = async (action: Action) => {
    const settled = await client.call('settleNegotiation', {
      id: workspaceId,
      negotiation_id: id,
      action,
      note,
      ...(action === 'split' && { split: divide(symbols, given) }),
    });
    if (isRefusal(settled)) setProblem(settled.message);
    onSettled();
  };
  const isDivided = given.length > 0 && given.length < symbols.length;
  return (
    <article>
      <Summary negotiation={negotiation} />
      {symbols.length > 1 && (
        <Division to={asData(initiator)} symbols={symbols} given={given} onChange={setGiven} />
      )}
      <label>
        Why
        <input value={note} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
      </label>
      <p class="actions">
        <button onClick={() => settle('yield')}>Give it to {asData(initiator)}</button>
        <button onClick={() => settle('hold')}>{asData(counterparty)} keeps it</button>
        {symbols.length > 1 && (
          <button disabled={!isDivided} onClick={() => settle('split')}>
            Divide as ticked
          </button>
        )}
      </p>
      <p role="alert">{problem}</p>
    </article>
  );
}

interface DivisionProps {
  readonly to: string;
  readonly symbols: readonly string[];
  readonly given: readonly string[];
  onChange(given: readonly string[]): void;
}

function Division({ to, symbols, given, onChange }: DivisionProps) {
  const toggle = (symbol: string) =>
    onChange(given.includes(symbol) ? given.filter((one) => one !== symbol) : [...given, symbol]);
  return (
    <fieldset>
      <legend>To divide them, tick what goes to {to}</legend>
      {symbols.map((symbol) => (
        <label key={symbol}>
          <input type="checkbox" checked={given.includes(symbol)} onChange={() => toggle(symbol)} />
          <code>{symbolLabel(symbol)}</code>
        </label>
      ))}
    </fieldset>
  );
}

function divide(symbols: readonly string[], given: readonly string[]) {
  return {
    initiator_symbols: [...given],
    counterparty_symbols: symbols.filter((symbol) => !given.includes(symbol)),
  };
}

/** Who asks whom for what, and what was said. */
function Summary({ negotiation }: { negotiation: NegotiationRecord }) {
  const { file, symbol_ids: symbols, initiator, counterparty, rationale, turns } = negotiation;
  return (
    <>
      <h3>
        {asData(initiator)} asks {asData(counterparty)} for{' '}
        <code>{symbols.length === 0 ? asData(file) : symbols.map(symbolLabel).join(', ')}</code>
      </h3>
      <p>{asData(rationale, maxShown)}</p>
      <ol>
        {turns.map((turn) => (
          <li key={turn.turn}>
            <time dateTime={turn.at}>{timeOfDay(turn.at)}</time> {asData(turn.by)}: {turn.action}
            {turn.note !== '' && `, ${asData(turn.note, maxShown)}`}
          </li>
        ))}
      </ol>
    </>
  );
}

const maxShown = 1_000;

/** What the agents still settle among themselves. */
export function OpenNegotiations({ negotiations }: Pick<EscalatedProps, 'negotiations'>) {
  if (negotiations.length === 0) return null;
  return (
    <section aria-labelledby="negotiations">
      <h2 id="negotiations">Agents negotiate</h2>
      {negotiations.map((negotiation) => (
        <article key={negotiation.id}>
          <Summary negotiation={negotiation} />
          <p class="quiet">
            waits for the {negotiation.waiting_for} until {timeOfDay(negotiation.deadline_at)}
          </p>
        </article>
      ))}
    </section>
  );
}
