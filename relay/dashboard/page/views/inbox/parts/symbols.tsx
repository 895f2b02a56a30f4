import { useEffect, useState } from 'preact/hooks';
import { asCode } from '../../../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { fileOfSymbol, nameOfSymbol } from '../../../../../../shared/kernel/symbol-id.ts';
import type { SymbolRecord } from '../../../../../../shared/symbols/contract.ts';
import { Name, SymbolName } from '../../../kit/code.tsx';
import { usePlace, type Place } from '../../../place/place.ts';

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
