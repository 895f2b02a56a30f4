import type { Input } from '../../shared/api/operations.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import type { Caller } from '../kernel/call.ts';
import { digestOf } from '../kernel/digest.ts';
import type { PackageDraft } from '../work-packages/partition.ts';
import { keyOf, type ExtractedItems, type FoundDecision } from './extracted-items.ts';

/** MTG-15: a reading that was handed in, or that a language model has made, and who has read. */
export interface GivenReading {
  readonly reading: FoundReading;
  /** As the meeting's `method` says it. */
  readonly readBy: string;
  /** How much of the transcript it is of, in characters; all of it where that is not said (MTG-17). */
  readonly readTo?: number | undefined;
  readonly notices?: readonly string[] | undefined;
}

/** The reading that comes with a transcript, if one does. */
export function givenWith(
  { reading, ...about }: Input<'ingestMeeting'>,
  caller: Caller,
): GivenReading | undefined {
  return reading && { reading, ...aboutIn(about, caller) };
}

/** The reading that is handed in. */
export function givenIn(
  { decisions, action_items, work_packages, ...about }: Input<'submitReading'>,
  caller: Caller,
): GivenReading {
  return { reading: { decisions, action_items, work_packages }, ...aboutIn(about, caller) };
}

type About = Pick<Input<'submitReading'>, 'read_by' | 'read_to' | 'notices'>;

function aboutIn({ read_by: by, read_to: readTo, notices }: About, { name }: Caller) {
  return { readBy: readerName(by, name), readTo, notices };
}

/** Without a name it was an agent of the caller. */
function readerName(readBy: string | undefined, callerName: string): string {
  const name = readBy ?? callerName;
  return /^(?:agent|language model):./.test(name) ? name : `agent:${name}`;
}

/** The same for the same reading by the same reader. */
export function digestOfReading({ reading, readBy, readTo }: GivenReading): string {
  const { decisions, action_items, work_packages } = reading;
  return digestOf(JSON.stringify([readBy, readTo, decisions, action_items, work_packages]));
}

/** The results of a reading, before they are checked (MTG-7). What names no sentence has to say what was said itself. */
export function itemsOfReading({ decisions, action_items }: FoundReading): ExtractedItems {
  return {
    decisions: decisions.map(({ title, rationale, type, sentence, ...about }) => ({
      title,
      rationale: rationale ?? '',
      type: type ?? 'other',
      files: about.affected_files ?? [],
      areas: about.affected_areas ?? [],
      sentence: sentence ?? title,
    })),
    actions: action_items.map(({ action, assignee, priority, deadline, files, sentence }) => ({
      action,
      assignee: assignee ?? '',
      priority: priority ?? 'medium',
      ...(deadline !== undefined && { deadline }),
      files: files ?? [],
      sentence: sentence ?? action,
    })),
  };
}

/** The work packages of a reading for the decisions that are left of it; those of none of them are left out. */
export function draftsOfReading(
  { decisions, work_packages = [] }: FoundReading,
  left: readonly FoundDecision[],
): PackageDraft[] {
  const places = new Map(left.map(({ title }, at) => [keyOf(title), at]));
  return work_packages.flatMap(({ title, description, files, decisions: numbers }) => {
    const positions = numbers.flatMap(
      (number) => places.get(keyOf(decisions[number - 1]?.title ?? '')) ?? [],
    );
    const own = { title, description: description ?? '', files, decisions: unique(positions) };
    return own.decisions.length === 0 ? [] : [own];
  });
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
