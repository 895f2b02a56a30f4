import type { NegotiationRecord } from '../../shared/negotiations/contract.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { parseSymbolId } from '../../shared/kernel/symbol-id.ts';
import type { Scope } from '../access/authorizer.ts';
import type { Transaction } from '../store/group-committer.ts';
import { filesOf, symbolsOfFiles } from '../symbol-graph/publication-queries.ts';

/** What the graph could have: other places go by a keyword, a call or an assignment (RSV-16). */
const nameForm =
  /^(?!(?:import|export|if|for|while|do|switch|try|throw|module|exports)(?:\.|$))[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u;

/** NEG-4: a record that is just split, with those of its symbols that the graph does not have, though it has their file. */
export async function withUnknownSymbols(
  transaction: Transaction,
  { workspaceId }: Scope,
  record: NegotiationRecord | Refusal,
): Promise<NegotiationRecord | Refusal> {
  if (isRefusal(record) || record.split === undefined) return record;
  const file = [[workspaceId, pathKey(record.file)]] as const;
  if ((await filesOf(transaction.connection, file)).length === 0) return record;
  const found = await symbolsOfFiles(transaction.connection, file);
  const known = new Set(found.map(({ name }) => name));
  const { initiator_symbols: given, counterparty_symbols: kept } = record.split;
  const unknown = [...given, ...kept].filter((id) => {
    const { name } = parseSymbolId(id);
    return nameForm.test(name) && !known.has(name.split('.')[0] ?? '');
  });
  return unknown.length === 0 ? record : { ...record, unknown_symbols: unknown };
}
