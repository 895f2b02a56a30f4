import type { MeetingReading } from '../../shared/meetings/reading.ts';
import { digestOf } from '../kernel/digest.ts';
import type { PackageDraft } from '../work-packages/partition.ts';
import { keyOf, type ExtractedItems, type FoundDecision } from './extracted-items.ts';

/** MTG-15: a reading that was handed in, and who has read. */
export interface GivenReading {
  readonly reading: MeetingReading;
  readonly readBy: string;
}

/** As the meeting's `method` says it. Without a name it was an agent of the caller. */
export function readerName(readBy: string | undefined, callerName: string): string {
  const name = readBy ?? callerName;
  return /^(?:agent|language model):./.test(name) ? name : `agent:${name}`;
}

/** The same for the same reading by the same reader. */
export function digestOfReading({ reading, readBy }: GivenReading): string {
  const { decisions, action_items, work_packages } = reading;
  return digestOf(JSON.stringify([readBy, decisions, action_items, work_packages]));
}

/** The results of a reading, before they are checked as those of a model are. */
export function itemsOfReading({ decisions, action_items }: MeetingReading): ExtractedItems {
  return {
    decisions: decisions.map(({ title, rationale, type, sentence, ...about }) => ({
      title,
      rationale: rationale ?? '',
      type: type ?? 'other',
      files: about.affected_files ?? [],
      areas: about.affected_areas ?? [],
      sentence,
    })),
    actions: action_items.map(({ action, assignee, priority, deadline, files, sentence }) => ({
      action,
      assignee: assignee ?? '',
      priority: priority ?? 'medium',
      ...(deadline !== undefined && { deadline }),
      files: files ?? [],
      sentence,
    })),
  };
}

/** The work packages of a reading for the decisions that are left of it; those of none of them are left out. */
export function draftsOfReading(
  { decisions, work_packages = [] }: MeetingReading,
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
