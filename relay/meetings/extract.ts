import { setImmediate as nextTurn } from 'node:timers/promises';
import { minutesOf, unite, type FoundDecision, type Minutes } from './minutes.ts';
import {
  divisionInstructions,
  divisionPrompt,
  divisionsIn,
  minutesIn,
  minutesInstructions,
  minutesPrompts,
} from './prompts.ts';
import { speakersOf, turnsIn, type Turn } from './turns.ts';
import { divide, withoutSharedFiles, type Division } from '../work-packages/partition.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Database } from '../store/database.ts';
import { pathsIn, withMeantFiles } from './mentioned-files.ts';

/** What a transcript says, before any of it is stored. */
export interface Extraction extends Minutes {
  readonly participants: readonly string[];
  readonly divisions: readonly Division[];
  readonly method: string;
}

export interface ExtractionDependencies {
  readonly database: Database;
  readonly languageModel: LanguageModel | undefined;
  readonly onError: (error: unknown) => void;
}

export interface Said {
  readonly workspaceId: string;
  readonly transcript: string;
  /** Empty when nobody said who was there. */
  readonly participants: readonly string[];
  readonly nowMs: number;
}

/**
 * Two passes: what was decided and who does what, then the work packages. A language model reads where there is one, and
 * phrases show it otherwise, or when the model does not answer. Nothing waits inside a transaction.
 */
export async function extract(
  dependencies: ExtractionDependencies,
  said: Said,
): Promise<Extraction> {
  const { database, languageModel } = dependencies;
  const turns = turnsIn(said.transcript);
  const speakers = speakersOf(turns).slice(0, mostSpeakers);
  const participants = said.participants.length > 0 ? said.participants : speakers;
  const read = languageModel && (await byModel(dependencies, languageModel, { turns, said }));
  const people = new Set([...participants, ...speakers]);
  const minutes = read ?? (await byPhrases(turns, { people, nowMs: said.nowMs }));
  const decisions = await withMeantFiles(database, said.workspaceId, minutes.decisions);
  const method = read === undefined ? 'phrases' : `language model:${languageModel?.name ?? ''}`;
  const divisions = await divisionsOf(dependencies, decisions, read !== undefined);
  return { decisions, actions: minutes.actions, participants, divisions, method };
}

const mostSpeakers = 100;
/** What is longer than so many questions to a model is read by its phrases. */
const mostParts = 8;
const outputTokens = 4_000;
/** Turns that are read at once: about a millisecond, since hooks wait meanwhile. */
const turnsAtOnce = 100;

async function byModel(
  { onError }: ExtractionDependencies,
  model: LanguageModel,
  { turns, said }: { turns: readonly Turn[]; said: Said },
): Promise<Minutes | undefined> {
  const today = new Date(said.nowMs).toISOString().slice(0, 10);
  const prompts = minutesPrompts(turns, today);
  if (prompts.length > mostParts) return undefined;
  try {
    const answers = await Promise.all(
      prompts.map((prompt) => model.complete(minutesInstructions, prompt, { outputTokens })),
    );
    const parts = answers.map(minutesIn);
    return parts.includes(undefined) ? undefined : unite(parts.flatMap((part) => part ?? []));
  } catch (error) {
    onError(error);
    return undefined;
  }
}

async function byPhrases(
  turns: readonly Turn[],
  context: { readonly people: ReadonlySet<string>; readonly nowMs: number },
): Promise<Minutes> {
  const parts: Minutes[] = [];
  for (let at = 0; at < turns.length; at += turnsAtOnce) {
    parts.push(minutesOf(turns.slice(at, at + turnsAtOnce), context));
    await nextTurn();
  }
  return unite(parts);
}

/** The work packages; `motives` are places in `decisions`. What was rejected asks for no work. */
async function divisionsOf(
  dependencies: ExtractionDependencies,
  decisions: readonly FoundDecision[],
  wasReadByModel: boolean,
): Promise<Division[]> {
  const places = [...decisions.keys()].filter((at) => decisions[at]?.type !== 'rejection');
  const wanted = places.flatMap((at) => decisions[at] ?? []);
  if (wanted.length === 0) return [];
  const divided = wasReadByModel ? await dividedByModel(dependencies, wanted) : [];
  const divisions = divided.length > 0 ? divided : divide(wanted);
  return divisions.map((division) => ({
    ...division,
    motives: division.motives.flatMap((at) => places[at] ?? []),
  }));
}

/** PKG-3 is seen to here, whatever the model says. */
async function dividedByModel(
  { languageModel, onError }: ExtractionDependencies,
  decisions: readonly FoundDecision[],
): Promise<Division[]> {
  if (languageModel === undefined) return [];
  try {
    const prompt = divisionPrompt(decisions);
    const answer = await languageModel.complete(divisionInstructions, prompt, { outputTokens });
    const divided = divisionsIn(answer, decisions.length);
    return withoutSharedFiles(divided.map((one) => ({ ...one, files: pathsIn(one.files) })));
  } catch (error) {
    onError(error);
    return [];
  }
}
