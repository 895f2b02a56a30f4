import { asText } from '../../../../../../shared/kernel/display.ts';
import { symbolLabel } from '../../../../../../shared/feed/sentence.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';

type Turn = NegotiationRecord['turns'][number];

const said: Readonly<Record<Turn['action'], string>> = {
  yield: 'gives it',
  hold: 'keeps it',
  defer: 'asks for time',
  counter: 'counters',
  split: 'divides it',
};

/** The turns of a negotiation, the first one on top. */
export function Talk({ record }: { readonly record: NegotiationRecord }) {
  const { initiator, initiator_session: session, rationale, created_at: at, turns } = record;
  return (
    <ol class="inbox-talk">
      <Line name={initiator} session={session} does="asks" words={rationale} at={at} />
      {turns.map((turn) => (
        <Line
          key={turn.turn}
          name={turn.by}
          session={turn.session_id}
          does={said[turn.action]}
          words={wordsOf(turn)}
          at={turn.at}
        />
      ))}
    </ol>
  );
}

function wordsOf({ note, split }: Turn): string {
  if (split === undefined) return note;
  const toAsking = split.initiator_symbols.map((id) => symbolLabel(id)).join(', ');
  return [note, `To the one who asks: ${toAsking}`].filter((text) => text !== '').join('\n');
}

interface LineProps {
  readonly name: string;
  /** Empty for a person. */
  readonly session: string;
  readonly does: string;
  readonly words: string;
  readonly at: string;
}

function Line({ name, session, does, words, at }: LineProps) {
  return (
    <li>
      <p class="inbox-talk-who">
        <Who name={name} id={session} /> <span class="faint">{does}</span>
      </p>
      <p class="inbox-words">{asText(words)}</p>
      <span class="faint">
        <Ago at={at} />
      </span>
    </li>
  );
}
