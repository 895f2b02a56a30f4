import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { leftOut } from '../../shared/meetings/named.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import { draftsOfReading, keyOf, type FoundDecision } from './extracted-items.ts';

/** MTG-15: what of a reading is left out when it is checked, in sentences for people. `decisions`: those that are left. */
export function leftOutOf(reading: FoundReading, decisions: readonly FoundDecision[]): string[] {
  const packages = new Set(draftsOfReading(reading, decisions).map(({ title }) => title));
  const empty = (reading.work_packages ?? []).map(({ title }) => title);
  return [
    ...leftOut(repeatedIn(reading), 'the reading says it twice'),
    ...leftOut(noPathsIn(reading), 'it is no path within the repository'),
    ...leftOut(
      empty.filter((title) => !packages.has(title)),
      'no decision of the work package is left',
    ),
  ];
}

/** As `mergeItems` finds them. */
function repeatedIn({ decisions, action_items }: FoundReading): string[] {
  const seen = new Set<string>();
  const isAgain = (key: string) => seen.has(key) || !seen.add(key);
  return [
    ...decisions.filter(({ title }) => isAgain(`decision ${keyOf(title)}`)).map((one) => one.title),
    ...action_items
      .filter(({ action, assignee = '' }) => isAgain(`action ${keyOf(`${assignee} ${action}`)}`))
      .map(({ action }) => action),
  ];
}

function noPathsIn({ decisions, action_items, work_packages = [] }: FoundReading): string[] {
  const files = [
    ...decisions.flatMap(({ affected_files: paths = [] }) => paths),
    ...[...action_items, ...work_packages].flatMap((one) => one.files ?? []),
  ];
  return [...new Set(files)].filter((file) => isRefusal(canonicalPath(file)));
}
