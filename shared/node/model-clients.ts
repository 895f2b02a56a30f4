import { join } from 'node:path';
import type { ClientModel } from '../clients/common/client-model.ts';
import { clientNamed, clients } from '../clients/registry.ts';
import { parseJson } from '../kernel/json.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { writePrivateFile } from './disk/files.ts';
import { readOwnFile, refuseToKeepIn } from './disk/own-files.ts';

/** An agent client that can be asked as a language model (MTG-16). */
export interface ModelClient extends ClientModel {
  readonly title: string;
  /** Found on the search path. */
  readonly program: string;
}

export const modelClientNames: readonly string[] = clients
  .filter(({ model }) => model !== undefined)
  .map(({ name }) => name);

/** What COORD_LLM_PROVIDER may be, as a sentence for who has set something else. */
export const providersSentence =
  'COORD_LLM_PROVIDER must be anthropic or openai-compatible, where a daemon is started also one of ' +
  `${modelClientNames.join(', ')}, or none.`;

/** The client of this name, which `isModelClient` has said is one. */
export function modelClient(name: string): ModelClient {
  const client = clientNamed(name);
  if (client?.model === undefined) throw new Error(`${name} is no language model`);
  return { title: client.title, program: client.binary, ...client.model };
}

export function isModelClient(name: unknown): name is string {
  return typeof name === 'string' && modelClientNames.includes(name);
}

/** Why a client has no answer: nobody is signed in there, as far as its words tell. */
export function saysSignedOut(printed: string): boolean {
  return /not logged in|\/login\b|please (?:log|sign) in|set an auth method|\b401\b|unauthori[sz]ed|invalid (?:api|authentication)|authentication_error|no credentials/i.test(
    printed,
  );
}

/** What a model is asked for, all of it: people agree to this. */
export const modelWork =
  'reads meetings, answers questions (ask) and proposes decisions out of pushed traces';

/** The file in the state folder that keeps which client a person has agreed to use. */
const choiceFile = 'model.json';

/** The path of the file that keeps the answer; without it the user is asked again. */
export function choicePath(stateFolder: string): string {
  return join(stateFolder, choiceFile);
}

/** The client that the user has agreed to use as the model; undefined where nobody was asked or agreed. */
export function chosenClient(stateFolder: string): string | undefined {
  const text = readOwnFile(choicePath(stateFolder));
  const found = isRefusal(text) || text === undefined ? undefined : parseJson(text);
  const { client } = (found ?? {}) as { client?: unknown };
  return isModelClient(client) ? client : undefined;
}

/** Whether the user was asked before. */
export function wasAsked(stateFolder: string): boolean {
  const text = readOwnFile(choicePath(stateFolder));
  return !isRefusal(text) && text !== undefined;
}

/** Keeps the answer, for its owner only; undefined is a no. Refused (Forbidden) where the folder is another user's. */
export function keepChoice(stateFolder: string, client: string | undefined): Refusal | undefined {
  const refusal = refuseToKeepIn(stateFolder);
  if (refusal !== undefined) return refusal;
  const text = JSON.stringify({ client: client ?? 'none' });
  writePrivateFile(choicePath(stateFolder), `${text}\n`);
  return undefined;
}

/** The client that the environment names, or that the user has agreed to; refused: another name. */
export function clientFor(
  environment: Readonly<Record<string, string | undefined>>,
  stateFolder: string,
): string | undefined | Refusal {
  const named = environment['COORD_LLM_PROVIDER'] || undefined;
  if (named === undefined) return chosenClient(stateFolder);
  if (isModelClient(named)) return named;
  if (['none', 'anthropic', 'openai-compatible'].includes(named)) return undefined;
  return refuse('ValidationError', providersSentence);
}
