import type { Refusal } from '../../../shared/kernel/refusal.ts';
import type { FoundReading } from '../../../shared/models/reading-in.ts';
import {
  mergeItems,
  type ExtractedItems,
  itemsOfReading,
  type GivenReading,
} from '../extracted-items.ts';
import { deadlineOf, newEffort } from '../reader/days/deadlines.ts';
import { membersNamed } from './named-members.ts';
import { withSpokenSentences } from '../text/spoken-sentences.ts';
import type { Turn } from '../text/turn.ts';
import { placedTurnsIn, speakersByLine, speakersOf, turnsBehind } from '../text/turns.ts';
import type { Speaker } from '../../../shared/meetings/results.ts';

export interface ToRead {
  readonly text: string;
  /** Empty when nobody said who was there. */
  readonly participants: readonly string[];
  /** The members of the workspace, who may be named without a word of their own. */
  readonly members?: readonly string[];
  /** A moment of the day of the meeting. */
  readonly nowMs: number;
  /** What somebody has found in it; the built-in reader reads what they have not. */
  readonly given?: GivenReading | undefined;
}

export interface ReadTranscript {
  /** Who was there: those of the meeting, else those who speak. */
  readonly participants: readonly string[];
  readonly speakers: readonly Speaker[];
  readonly items: ExtractedItems;
}

/** Reads the transcripts of workspaces. Unavailable: too many wait, or it was closed. */
export interface TranscriptReading {
  read(transcript: ToRead, workspaceId: string): Promise<ReadTranscript | Refusal>;
  close(): Promise<void>;
}

/** Finds what was decided and who does what without a language model. */
export type TranscriptReader = (
  turns: readonly Turn[],
  context: { readonly people: ReadonlySet<string>; readonly nowMs: number },
) => Promise<ExtractedItems>;

const maxSpeakers = 100;

/** MTG-14: a reading that was handed in counts, as far as it goes; of the rest, what `reader` finds. */
export async function readWith(
  reader: TranscriptReader,
  { text, participants: said, members = [], nowMs, given }: ToRead,
): Promise<ReadTranscript> {
  const turns = placedTurnsIn(text);
  const speakers = speakersOf(turns).slice(0, maxSpeakers);
  const participants = said.length > 0 ? said : speakers;
  const rest = given === undefined ? turns : turnsBehind(text, given.readTo ?? text.length);
  const people = new Set([...participants, ...speakers, ...membersNamed(text, members)]);
  const items = mergeItems([
    ...(given ? [await checkedItems(given.reading, { text, turns, nowMs })] : []),
    ...(rest.length === 0 ? [] : [await reader(rest, { people, nowMs })]),
  ]);
  return { participants, speakers: speakersByLine(turns), items };
}

interface Said {
  readonly text: string;
  readonly turns: readonly Turn[];
  readonly nowMs: number;
}

/** MTG-15: a reading that was handed in is checked as a language model's answer is. A day that it lacks is that of the sentence (MTG-5). */
async function checkedItems(
  reading: FoundReading,
  { nowMs, ...transcript }: Said,
): Promise<ExtractedItems> {
  const spoken = await withSpokenSentences(mergeItems([itemsOfReading(reading)]), transcript);
  const effort = newEffort();
  const actions = spoken.actions.map((one) => {
    const said = one.deadline === undefined && one.sentence;
    const due = said ? deadlineOf(said, nowMs, { effort }) : undefined;
    return due === undefined ? one : { ...one, deadline: due.day, deadline_words: due.words };
  });
  return { ...spoken, actions };
}
