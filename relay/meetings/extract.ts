import { setImmediate as nextTurn } from 'node:timers/promises';
import { draftsOfReading, itemsOfReading, type GivenReading } from './given-reading.ts';
import { mergeItems, type ExtractedItems, type FoundDecision } from './extracted-items.ts';
import {
  partitionInstructions,
  partitionPrompt,
  packageDraftsIn,
  extractedItemsIn,
  extractionInstructions,
  extractionPrompts,
  withSpokenSentences,
} from './prompts.ts';
import { builtInReader } from '../../shared/meetings/method.ts';
import { speakersOf, turnsIn, type Turn } from './turns.ts';
import { partition, withoutSharedFiles, type PackageDraft } from '../work-packages/partition.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Database } from '../store/database.ts';
import { pathsIn, withResolvedFiles } from './resolve-files.ts';

/** What was found in a transcript, before any of it is stored. */
export interface Extraction extends ExtractedItems {
  /** MTG-12: what the built-in reader was not sure enough of to record. */
  readonly suggested: ExtractedItems;
  readonly participants: readonly string[];
  readonly packages: readonly PackageDraft[];
  readonly method: string;
}

export interface ExtractionDependencies {
  readonly database: Database;
  readonly languageModel: LanguageModel | undefined;
  /** What reads without a language model; the built-in reader unless said. */
  readonly transcriptReader?: TranscriptReader | undefined;
  readonly onError: (error: unknown) => void;
}

/** Finds what was decided and who does what without a language model. */
export type TranscriptReader = (
  turns: readonly Turn[],
  context: { readonly people: ReadonlySet<string>; readonly nowMs: number },
) => Promise<ExtractedItems>;

export interface Transcript {
  readonly workspaceId: string;
  readonly text: string;
  /** Empty when nobody said who was there. */
  readonly participants: readonly string[];
  readonly nowMs: number;
  /** What somebody has found in it; then nobody else reads it. */
  readonly given?: GivenReading | undefined;
}

/**
 * Two passes: first what was decided and who does what, then the work packages. A language model does both if the relay has
 * one; without it, or when it does not answer, patterns of phrases do. No transaction is open meanwhile.
 */
export async function extract(
  dependencies: ExtractionDependencies,
  transcript: Transcript,
): Promise<Extraction> {
  const { languageModel } = dependencies;
  const turns = turnsIn(transcript.text);
  const speakers = speakersOf(turns).slice(0, maxSpeakers);
  const participants = transcript.participants.length > 0 ? transcript.participants : speakers;
  const { given } = transcript;
  if (given !== undefined)
    return { ...(await checked(dependencies, transcript, { given, turns })), participants };
  const answered =
    languageModel && (await itemsByModel(dependencies, languageModel, { turns, transcript }));
  const people = new Set([...participants, ...speakers]);
  const read = dependencies.transcriptReader ?? itemsByPhrasesInParts;
  const found = answered ?? (await read(turns, { people, nowMs: transcript.nowMs }));
  const resolved = await resolvedItems(dependencies, transcript, found);
  const { sure: items, unsure: suggested } = bySureness(resolved);
  const { notices = [] } = found;
  const method =
    answered === undefined ? builtInReader : `language model:${languageModel?.name ?? ''}`;
  const packages = await draftPackages(dependencies, items.decisions, answered !== undefined);
  return { ...items, suggested, notices, participants, packages, method };
}

/** MTG-12: what the built-in reader is less sure of than this is suggested, and not recorded. */
export const recordedAbove = 0.5;

function bySureness({ decisions, actions }: ExtractedItems): {
  readonly sure: ExtractedItems;
  readonly unsure: ExtractedItems;
} {
  const isSure = ({ confidence = 1 }: { confidence?: number | undefined }) =>
    confidence >= recordedAbove;
  const isUnsure = (one: { confidence?: number | undefined }) => !isSure(one);
  return {
    sure: { decisions: decisions.filter(isSure), actions: actions.filter(isSure) },
    unsure: { decisions: decisions.filter(isUnsure), actions: actions.filter(isUnsure) },
  };
}

/** MTG-15: a reading that was handed in is checked as a language model's answer is. */
async function checked(
  dependencies: ExtractionDependencies,
  transcript: Transcript,
  { given, turns }: { given: GivenReading; turns: readonly Turn[] },
): Promise<Omit<Extraction, 'participants'>> {
  const items = withSpokenSentences(mergeItems([itemsOfReading(given.reading)]), turns);
  const resolved = await resolvedItems(dependencies, transcript, items);
  const { sure, unsure: suggested } = bySureness(resolved);
  const drafts = packagesOf(draftsOfReading(given.reading, sure.decisions));
  const packages = drafts.length > 0 ? drafts : partitioned(sure.decisions);
  return { ...sure, suggested, packages, method: given.readBy };
}

async function resolvedItems(
  { database }: ExtractionDependencies,
  { workspaceId }: Transcript,
  { decisions, actions, notices = [] }: ExtractedItems,
): Promise<ExtractedItems> {
  return {
    decisions: await withResolvedFiles(database, workspaceId, decisions),
    actions: await withResolvedFiles(database, workspaceId, actions),
    notices,
  };
}

const maxSpeakers = 100;
/** A transcript that needs more questions to a language model than this is read by its phrases. */
const maxParts = 8;
const outputTokens = 4_000;
/** Turns that are read before other work gets its turn: about a millisecond, since hooks wait meanwhile. */
const turnsAtOnce = 100;

async function itemsByModel(
  { onError }: ExtractionDependencies,
  model: LanguageModel,
  { turns, transcript }: { turns: readonly Turn[]; transcript: Transcript },
): Promise<ExtractedItems | undefined> {
  const today = new Date(transcript.nowMs).toISOString().slice(0, 10);
  const prompts = extractionPrompts(turns, today);
  if (prompts.length > maxParts) return undefined;
  try {
    const answers = await Promise.all(
      prompts.map((prompt) => model.complete(extractionInstructions, prompt, { outputTokens })),
    );
    const parts = answers.map(extractedItemsIn);
    if (parts.includes(undefined)) return undefined;
    return withSpokenSentences(mergeItems(parts.flatMap((part) => part ?? [])), turns);
  } catch (error) {
    onError(error);
    return undefined;
  }
}

async function itemsByPhrasesInParts(
  turns: readonly Turn[],
  context: { readonly people: ReadonlySet<string>; readonly nowMs: number },
): Promise<ExtractedItems> {
  const parts: ExtractedItems[] = [];
  // What reads days takes long to load, and most relays start without a meeting.
  const [{ itemsByPhrases }, { newEffort }] = await Promise.all([
    import('./items-by-phrases.ts'),
    import('./deadlines.ts'),
  ]);
  const effort = newEffort();
  for (let at = 0; at < turns.length; at += turnsAtOnce) {
    parts.push(itemsByPhrases(turns.slice(at, at + turnsAtOnce), { ...context, effort }));
    await nextTurn();
  }
  return mergeItems(parts);
}

/** The work packages that the decisions lead to. What was rejected leads to no work. */
async function draftPackages(
  dependencies: ExtractionDependencies,
  decisions: readonly FoundDecision[],
  wasReadByModel: boolean,
): Promise<PackageDraft[]> {
  const { positions, wanted } = askingForWork(decisions);
  if (wanted.length === 0) return [];
  const byModel = wasReadByModel ? await draftedByModel(dependencies, wanted) : [];
  return byModel.length > 0 ? placed(byModel, positions) : partitioned(decisions);
}

function partitioned(decisions: readonly FoundDecision[]): PackageDraft[] {
  const { positions, wanted } = askingForWork(decisions);
  return placed(partition(wanted), positions);
}

function askingForWork(decisions: readonly FoundDecision[]) {
  const positions = [...decisions.keys()].filter((at) => decisions[at]?.type !== 'rejection');
  return { positions, wanted: positions.flatMap((at) => decisions[at] ?? []) };
}

function placed(drafts: readonly PackageDraft[], positions: readonly number[]): PackageDraft[] {
  return drafts.map((draft) => ({
    ...draft,
    decisions: draft.decisions.flatMap((at) => positions[at] ?? []),
  }));
}

/** PKG-3 is enforced here, whatever the model answers. */
async function draftedByModel(
  { languageModel, onError }: ExtractionDependencies,
  decisions: readonly FoundDecision[],
): Promise<PackageDraft[]> {
  if (languageModel === undefined) return [];
  try {
    const prompt = partitionPrompt(decisions);
    const answer = await languageModel.complete(partitionInstructions, prompt, { outputTokens });
    return packagesOf(packageDraftsIn(answer, decisions.length));
  } catch (error) {
    onError(error);
    return [];
  }
}

function packagesOf(drafts: readonly PackageDraft[]): PackageDraft[] {
  return withoutSharedFiles(drafts.map((one) => ({ ...one, files: pathsIn(one.files) })));
}
