import { isRefusal } from '../../shared/kernel/refusal.ts';
import {
  isModelClient,
  keepChoice,
  modelClient,
  wasAsked,
} from '../../shared/node/model-clients.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { confirmation, gaveUp } from '../terminal/is-confirmed.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * MTG-16: asks once, on a terminal, whether a client that was set up may read meetings too, for it spends the user's tokens. A no is
 * kept as well. Nothing is asked in a pipe, nor where the environment says it.
 */
export async function offerModel(
  terminal: Terminal,
  clients: readonly string[],
): Promise<string | undefined> {
  const folder = stateFolder(terminal);
  const { environment, input } = terminal;
  if (input.isTTY !== true || environment['COORD_LLM_PROVIDER'] || wasAsked(folder))
    return undefined;
  for (const name of clients.filter(isModelClient)) {
    const { program, title } = modelClient(name);
    if ((await findOnSearchPath(program, environment['PATH'] ?? '')) === undefined) continue;
    const question =
      `May coord ask ${title} to read the meetings that you ingest, where the relay has no language model? ` +
      'It runs without tools, and spends your tokens.';
    const isAgreed = await confirmation(terminal, question);
    if (isAgreed === gaveUp) return undefined;
    const refusal = keepChoice(folder, isAgreed ? name : undefined);
    if (isRefusal(refusal)) return refusal.message;
    return isAgreed
      ? `${title} reads meetings from now on. To end that: COORD_LLM_PROVIDER=none`
      : 'Meetings are read without it. To change that later: COORD_LLM_PROVIDER names a client.';
  }
  return undefined;
}
