import { useEffect, useState } from 'preact/hooks';
import { asCode, asText } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { fileOfSymbol, nameOfSymbol } from '../../../../../../shared/kernel/symbol-id.ts';
import type { SymbolRecord } from '../../../../../../shared/symbols/contract.ts';
import { Name, SymbolName } from '../../../kit/code.tsx';
import { usePlace, type Place } from '../../../place/place.ts';
import { symbolLabel } from '../../../../../../shared/feed/sentence.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { Ago } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';

const most = 20;

/** Symbols with their signatures as they are now. */
export function SymbolTable({ ids }: { readonly ids: readonly string[] }) {
  const known = useSymbols(ids);
  const [file = '', ...others] = new Set(ids.map(fileOfSymbol));
  // Of one file they stand below it, by their names alone.
  const isOneFile = others.length === 0 && file !== '';
  return (
    <>
      {isOneFile && (
        <p class="quiet">
          in <Name text={file} />
        </p>
      )}
      <ul class="inbox-symbols">
        {ids.map((id) => {
          const symbol = known?.get(id);
          return (
            <li key={id}>
              <p>
                {isOneFile && nameOfSymbol(id) !== '' ? (
                  <Name text={nameOfSymbol(id)} />
                ) : (
                  <SymbolName id={id} />
                )}
                {symbol !== undefined && (
                  <span class="faint numbers">
                    {' '}
                    {symbol.start_line}–{symbol.end_line}
                  </span>
                )}
              </p>
              <pre>
                {symbol === undefined
                  ? known === undefined
                    ? ' '
                    : 'not in the symbol graph'
                  : signatureOf(symbol)}
              </pre>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function signatureOf({ signature }: SymbolRecord): string {
  return signature
    .split('\n')
    .map((line) => asCode(line, 500))
    .join('\n');
}

/** What the symbol graph says of these; undefined until it has answered. Kept up as their files change. */
function useSymbols(ids: readonly string[]): ReadonlyMap<string, SymbolRecord> | undefined {
  const { client, live, workspace } = usePlace();
  const [known, setKnown] = useState<ReadonlyMap<string, SymbolRecord>>();
  const asked = ids.join('\n');
  useEffect(() => {
    let isCurrent = true;
    const files = new Set(ids.map(fileOfSymbol));
    const load = async () => {
      const found = await loadSymbols(client, workspace.value.id, ids.slice(0, most));
      if (isCurrent) setKnown(found);
    };
    void load();
    const stop = live.onEvents((events) => {
      const isChanged = events.some(
        (event) =>
          event.type === 'graph_changed' &&
          [...event.files, ...event.removed].some((file) => files.has(file)),
      );
      if (isChanged) void load();
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [asked, live.loaded.value]);
  return known;
}

async function loadSymbols(
  client: Place['client'],
  id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SymbolRecord>> {
  const answers = await Promise.all(
    ids.map((symbol_id) => client.call('symbols', { id, symbol_id, limit: 1 })),
  );
  const found = answers.flatMap((answer) => (isRefusal(answer) ? [] : answer.symbols));
  return new Map(found.map((symbol) => [symbol.id, symbol]));
}

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
