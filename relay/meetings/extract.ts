import {
  draftsOfReading,
  type GivenReading,
  keyOf,
  mergeItems,
  type ExtractedItems,
  type FoundDecision,
} from './extracted-items.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { readByModel } from '../../shared/models/read-transcript.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import { leftOutOf } from './left-out.ts';
import { dayOf } from '../../shared/meetings/meeting-day.ts';
import type { Speaker } from '../../shared/meetings/results.ts';
import { recordedAbove } from '../../shared/meetings/confidence.ts';
import { builtInReader } from '../../shared/meetings/method.ts';
import { withMembers } from './members.ts';
import { selectNamesOfMembers } from './review-queries.ts';
import type { ToRead, TranscriptReading } from './reading/read.ts';
import { partition, type PackageDraft } from '../work-packages/group-work.ts';
import { planPackages, type PlannedPackage } from '../work-packages/plan.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { Database } from '../store/database.ts';
import { withKnownFiles, withResolvedFiles } from './resolve-files.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';

/** What was found in a transcript, before any of it is stored. */
export interface Extraction extends ExtractedItems {
  /** MTG-12: what the built-in reader was not sure enough of to record. */
  readonly suggested: ExtractedItems;
  readonly participants: readonly string[];
  readonly speakers: readonly Speaker[];
  readonly packages: readonly PlannedPackage[];
  readonly method: string;
}

interface ExtractionDependencies {
  readonly database: Database;
  readonly languageModel: LanguageModel | undefined;
  /** What reads without a language model. */
  readonly transcripts: TranscriptReading;
  readonly onError: (error: unknown) => void;
}

/** With what somebody has found in it; then nobody else reads it. */
interface Transcript extends ToRead {
  readonly workspaceId: string;
  /** Why nobody has read it who was to. */
  readonly notices?: readonly string[] | undefined;
}

/**
 * MTG-14: a reading that was handed in counts, then that of the relay's language model; what neither has read, the built-in
 * reader reads. No transaction is open meanwhile. Unavailable: nobody can read it now.
 */
export async function extract(
  dependencies: ExtractionDependencies,
  transcript: Transcript,
): Promise<Extraction | Refusal> {
  const { text, participants: said, nowMs, workspaceId } = transcript;
  const { database, transcripts } = dependencies;
  const { given, notices = [] } = await givenOrAsked(dependencies, transcript);
  const members = (await selectNamesOfMembers(database.reader, workspaceId)).map(
    ({ name }) => name,
  );
  const toRead = { text, participants: said, members, nowMs, given };
  const read = await transcripts.read(toRead, workspaceId);
  if (isRefusal(read)) return read;
  const merged = mergeItems([read.items, { ...noItems, notices }]);
  const all = await withMembers(database.reader, workspaceId, merged);
  const { sure, unsure: suggested } = bySureness(
    await withResolvedFiles(database, workspaceId, all),
  );
  const drafts = await draftsOf(dependencies, transcript, {
    reading: given?.reading,
    decisions: sure.decisions,
  });
  const packages = await planPackages(database, workspaceId, { work: sure, drafts });
  const method = given?.readBy ?? builtInReader;
  const { participants, speakers } = read;
  const told = [
    ...(all.notices ?? []),
    ...(given === undefined ? [] : leftOutOf(given.reading, sure.decisions)),
  ];
  return { ...sure, suggested, notices: told, participants, speakers, packages, method };
}

const noItems: ExtractedItems = { decisions: [], actions: [] };

interface Given {
  readonly given?: GivenReading | undefined;
  readonly notices?: readonly string[] | undefined;
}

async function givenOrAsked(
  { languageModel, onError }: ExtractionDependencies,
  { given, notices: said, text, nowMs }: Transcript,
): Promise<Given> {
  if (given !== undefined || languageModel === undefined) {
    return { given, notices: given?.notices ?? said };
  }
  const today = dayOf(nowMs);
  const { reading, readTo, notices } = await readByModel(languageModel, {
    transcript: text,
    today,
    onError,
  });
  const readBy = `language model:${languageModel.name}`;
  return { given: reading && { reading, readBy, readTo }, notices };
}

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

/** The work packages of a reading, then those of decisions that are not of it. What was rejected leads to no work. */
async function draftsOf(
  { database }: ExtractionDependencies,
  { workspaceId }: Transcript,
  {
    reading,
    decisions,
  }: { reading: FoundReading | undefined; decisions: readonly FoundDecision[] },
): Promise<PackageDraft[]> {
  const divided = reading === undefined ? [] : draftsOfReading(reading, decisions);
  const drafts = divided.flatMap((one) => {
    const wanted = one.decisions.filter((at) => decisions[at]?.type !== 'rejection');
    return wanted.length === 0 ? [] : [{ ...one, decisions: wanted }];
  });
  if (drafts.length === 0) return partitioned(decisions, [...decisions.keys()]);
  const own = new Set(reading?.decisions.map(({ title }) => keyOf(title)));
  const others = [...decisions.keys()].filter((at) => !own.has(keyOf(decisions[at]?.title ?? '')));
  const known = await withKnownFiles(database, workspaceId, drafts);
  return [...known, ...partitioned(decisions, others)];
}

/** Work packages for those of the decisions that lie at these places. */
function partitioned(
  decisions: readonly FoundDecision[],
  places: readonly number[],
): PackageDraft[] {
  const positions = places.filter((at) => decisions[at]?.type !== 'rejection');
  const wanted = positions.flatMap((at) => decisions[at] ?? []);
  return partition(wanted).map((draft) => ({
    ...draft,
    decisions: draft.decisions.flatMap((at) => positions[at] ?? []),
  }));
}

export interface MeetingDependencies extends Pick<
  ServiceDependencies,
  'database' | 'authorizer' | 'commandRunner' | 'committer' | 'clock'
> {
  readonly languageModel: LanguageModel | undefined;
  readonly transcripts: TranscriptReading;
  readonly onError: (error: unknown) => void;
}
