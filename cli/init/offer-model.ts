import { asExact } from '../../shared/kernel/display.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import {
  choicePath,
  chosenClient,
  isModelClient,
  keepChoice,
  modelClient,
  modelWork,
  wasAsked,
} from '../../shared/node/model-clients.ts';
import { findOnSearchPath } from '../../shared/node/search-path.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { confirmation, gaveUp } from '../terminal/is-confirmed.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * MTG-16: asks once, on a terminal, whether a client that was set up may be the language model too, for it spends the user's tokens. A no is
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
      `May coord use ${title} as its language model where the relay has none? It then ${modelWork}. ` +
      'It runs without tools, and spends your tokens.';
    const isAgreed = await confirmation(terminal, question);
    if (isAgreed === gaveUp) return undefined;
    const refusal = keepChoice(folder, isAgreed ? name : undefined);
    if (isRefusal(refusal)) return refusal.message;
    return isAgreed
      ? `${title} ${modelWork} from now on. To end that: COORD_LLM_PROVIDER=none`
      : 'Meetings are read without it, and it is asked nothing else. To change that later: COORD_LLM_PROVIDER names a client.';
  }
  return undefined;
}

/** MTG-16: the answer is of the user, not of a repository, so undo leaves it, and says how to take it back; undefined without a yes. */
export function withdrawal(terminal: Terminal): string | undefined {
  const folder = stateFolder(terminal);
  const client = chosenClient(folder);
  if (client === undefined) return undefined;
  return (
    `You have agreed that ${modelClient(client).title} ${modelWork}, in all your repositories. That stays. To take it back, ` +
    `delete ${asExact(choicePath(folder))}, or set COORD_LLM_PROVIDER=none where the daemon is started.`
  );
}
