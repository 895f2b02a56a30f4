import { limits } from '../contract/limits.ts';
import { asData } from '../kernel/display.ts';
import { leftOut } from '../meetings/named.ts';
import { transcriptParts, type TranscriptPart } from '../meetings/transcript-text.ts';
import { ModelTrouble, type LanguageModel } from './language-model.ts';
import { packagesIn, readingIn, type FoundReading, type Understood } from './reading-in.ts';
import {
  extractionInstructions,
  extractionPrompt,
  partitionInstructions,
  partitionPrompt,
  repairPrompt,
} from './reading-prompts.ts';

/** What a language model has read of a transcript. */
export interface ModelReading {
  /** Undefined when it has read nothing. */
  readonly reading: FoundReading | undefined;
  /** How much of the transcript it has read, in characters from its beginning. */
  readonly readTo: number;
  /** Sentences for people: what it has not read, why, and what to do. */
  readonly notices: readonly string[];
}

export interface ToRead {
  /** Without secrets. */
  readonly transcript: string;
  /** `YYYY-MM-DD`: deadlines count from it. */
  readonly today: string;
  /** Told why the model has not read, or divided, a part. */
  readonly onError: (error: unknown) => void;
}

/** Characters of a transcript in one question: some 5,000 words, which also small models take. */
const maxPartLength = 30_000;
/** MTG-17: more than 100,000 words. */
const maxParts = 24;
const partsAtOnce = 2;
const outputTokens = 4_000;

/**
 * MTG-17: two passes. First decisions and action items, part by part in their order; then the division into work packages.
 * The first part that gets no answer ends it: what was read until there counts.
 */
export async function readByModel(model: LanguageModel, to: ToRead): Promise<ModelReading> {
  const parts = transcriptParts(to.transcript, maxPartLength);
  const { read, trouble } = await readParts(model, parts.slice(0, maxParts), to);
  const readTo = parts[read.length - 1]?.end ?? 0;
  const isWhole = read.length === parts.length;
  const notices = isWhole
    ? []
    : [noticeOf(model, { share: readTo / to.transcript.length, trouble })];
  if (read.length === 0 && parts.length > 0) return { reading: undefined, readTo: 0, notices };
  const { reading, leftOut: left } = joined(read);
  const { work_packages, leftOut: others } = await divided(model, reading.decisions, to);
  const told = leftOut([...left, ...others], whyLeftOut(model));
  return {
    reading: { ...reading, ...(work_packages && { work_packages }) },
    readTo,
    notices: [...notices, ...told],
  };
}

/** The parts as one; what is over the limits of a meeting is left out too. */
function joined(read: readonly PartRead[]) {
  const decisions = uniqueBy(
    read.flatMap(({ found }) => found.decisions),
    ({ title }) => title,
  );
  const action_items = uniqueBy(
    read.flatMap(({ found }) => found.action_items),
    ({ assignee = '', action }) => `${assignee} ${action}`,
  );
  const over = [
    ...decisions.splice(limits.meetingDecisions).map(({ title }) => title),
    ...action_items.splice(limits.meetingActions).map(({ action }) => action),
  ];
  return {
    reading: { decisions, action_items },
    leftOut: [...read.flatMap((one) => one.leftOut), ...over],
  };
}

function whyLeftOut({ name }: LanguageModel): string {
  return (
    `the answer of ${name} has it in another form than asked for, or more than the ${limits.meetingDecisions} decisions and ` +
    `${limits.meetingActions} action items of a meeting`
  );
}

type PartRead = Pick<Understood<FoundReading>, 'leftOut'> & { readonly found: FoundReading };

interface ReadParts {
  /** Of the first parts, in their order. */
  readonly read: readonly PartRead[];
  /** Why the next one was not read. */
  readonly trouble: string | undefined;
}

async function readParts(
  model: LanguageModel,
  parts: readonly TranscriptPart[],
  { today, onError }: ToRead,
): Promise<ReadParts> {
  const answers = new Map<number, PartRead>();
  let [next, trouble] = [0, undefined as string | undefined];
  const work = async () => {
    for (let at = next++; at < parts.length && trouble === undefined; at = next++) {
      try {
        answers.set(at, await readPart(model, extractionPrompt(parts[at]?.text ?? '', today)));
      } catch (error) {
        if (trouble === undefined) onError(error);
        trouble ??= error instanceof ModelTrouble ? error.told : noAnswer;
      }
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  const read: PartRead[] = [];
  for (let found = answers.get(0); found !== undefined; found = answers.get(read.length)) {
    read.push(found);
  }
  return { read, trouble };
}

const noAnswer =
  'it did not answer. An agent can read it too: ask one with the MCP prompt read_meeting.';
const noForm =
  'its answer was not in the form asked for, twice. An agent can read it too: ask one with the MCP prompt read_meeting.';

function noFormFrom({ name }: LanguageModel): string {
  return `The language model ${asData(name)} answered twice in another form than asked for.`;
}

/** MTG-17: an answer that is not in the form is sent back once, with what was wrong. */
async function readPart(model: LanguageModel, prompt: string): Promise<PartRead> {
  const first = readingIn(await model.complete(extractionInstructions, prompt, { outputTokens }));
  if (isRead(first) && first.problems.length === 0) return first;
  const again = repairPrompt(prompt, first.problems);
  const second = readingIn(await model.complete(extractionInstructions, again, { outputTokens }));
  const better = sizeOf(second.found) >= sizeOf(first.found) ? second : first;
  if (!isRead(better)) throw new ModelTrouble(noForm, noFormFrom(model));
  return better;
}

function isRead(one: Understood<FoundReading>): one is Understood<FoundReading> & PartRead {
  return one.found !== undefined;
}

function sizeOf(found: FoundReading | undefined): number {
  return found === undefined ? -1 : found.decisions.length + found.action_items.length;
}

/** The work packages; none when the model gives none, for decisions are then divided by their files. */
async function divided(
  model: LanguageModel,
  decisions: FoundReading['decisions'],
  { onError }: ToRead,
): Promise<Pick<FoundReading, 'work_packages'> & { readonly leftOut: readonly string[] }> {
  const places = [...decisions.keys()].filter((at) => decisions[at]?.type !== 'rejection');
  const wanted = places.flatMap((at) => decisions[at] ?? []);
  if (wanted.length === 0) return { leftOut: [] };
  try {
    const prompt = partitionPrompt(wanted);
    const answer = await model.complete(partitionInstructions, prompt, { outputTokens });
    const { found, leftOut: left } = packagesIn(answer);
    const work_packages = found.map((one) => ({
      ...one,
      decisions: one.decisions.flatMap((number) => numberAt(places, number)),
    }));
    return { work_packages, leftOut: left };
  } catch (error) {
    onError(error);
    return { leftOut: [] };
  }
}

/** The number among all decisions of one that the model was asked about. */
function numberAt(places: readonly number[], number: number): number[] {
  const place = places[number - 1];
  return place === undefined ? [] : [place + 1];
}

/** The first of those with the same key. */
function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item).normalize('NFKC').toLowerCase();
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

function noticeOf(
  { name }: LanguageModel,
  { share, trouble }: { share: number; trouble: string | undefined },
): string {
  const percent = Math.floor(share * 100);
  if (trouble === undefined) {
    return `The transcript is too long for ${name}: it has read the first ${percent} %, and the built-in reader the rest.`;
  }
  if (percent === 0)
    return `${name} has not read this meeting, and the built-in reader did: ${trouble}`;
  return `${name} has read the first ${percent} % of this meeting, and the built-in reader the rest: ${trouble}`;
}
