import { limits } from '../../shared/contract/limits.ts';
import type { DecisionType } from '../../shared/decisions/contract.ts';
import type { ActionItem } from '../../shared/meetings/results.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import type { Caller } from '../kernel/handlers.ts';
import { digestOf } from '../../shared/node/digest.ts';
import type { PackageDraft } from '../work-packages/group-work.ts';

/** A decision found in a transcript. Its files are spelled as people said them: a bare name or a path. */
export interface FoundDecision {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly files: readonly string[];
  readonly areas: readonly string[];
  /** MTG-7: the words that it came from, one line; left out when they are not known. */
  readonly sentence?: string;
  /** Of the built-in reader, 0 to 1. */
  readonly confidence?: number;
}

/** An action item found in a transcript; its files are spelled as those of a decision. */
export interface FoundAction extends Omit<
  ActionItem,
  'id' | 'state' | 'files' | 'reviewed_by' | 'reviewed_at'
> {
  readonly files: readonly string[];
}

/** What was decided in a meeting, and who does what. */
export interface ExtractedItems {
  readonly decisions: readonly FoundDecision[];
  readonly actions: readonly FoundAction[];
  /** Sentences for people about how it was read. */
  readonly notices?: readonly string[];
}

/** Of one meeting. */
export const maxItems = {
  decisions: limits.meetingDecisions,
  actions: limits.meetingActions,
} as const;

/** Merges what was found in the parts of one meeting; what was said twice counts once. */
export function mergeItems(parts: readonly ExtractedItems[]): ExtractedItems {
  const decisions = new Map<string, FoundDecision>();
  const actions = new Map<string, FoundAction>();
  for (const one of parts.flatMap((part) => part.decisions)) {
    if (!decisions.has(keyOf(one.title))) decisions.set(keyOf(one.title), one);
  }
  for (const one of parts.flatMap((part) => part.actions)) {
    const key = keyOf(`${one.assignee} ${one.action}`);
    if (!actions.has(key)) actions.set(key, one);
  }
  const notices = [...new Set(parts.flatMap((part) => part.notices ?? []))];
  return {
    decisions: [...decisions.values()].slice(0, maxItems.decisions),
    actions: [...actions.values()].slice(0, maxItems.actions),
    ...(notices.length > 0 && { notices }),
  };
}

/** What was said twice has the same key. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** MTG-15: a reading that was handed in, or that a language model has made, and who has read. */
export interface GivenReading {
  readonly reading: FoundReading;
  /** That it says itself that there are none. */
  readonly noResults?: boolean | undefined;
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
  return reading && { reading, noResults: reading.no_results, ...aboutIn(about, caller) };
}

/** The reading that is handed in. */
export function givenIn(
  {
    decisions,
    action_items,
    work_packages,
    no_results: noResults,
    ...about
  }: Input<'submitReading'>,
  caller: Caller,
): GivenReading {
  const reading = { decisions, action_items, work_packages };
  return { reading, noResults, ...aboutIn(about, caller) };
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
