import { pathKey } from '../../shared/kernel/paths.ts';
import type { MeetingWork, WorkGroup } from './group-work.ts';

/** A result of a meeting by its place among those of its kind. */
export interface ResultPlace {
  readonly kind: 'decision' | 'action';
  readonly at: number;
}

/** Why a file is in a package. A file may have several sources. */
export interface FileSource {
  readonly file: string;
  /** `named`, `added by the model`, `calls <symbol>`, `imports <file>` or `tests <file>`. */
  readonly reason: string;
  /** The results that it comes of; empty when it comes of none of them. */
  readonly of: readonly ResultPlace[];
}

export const namedReason = 'named';
/** A language model divides decisions into packages and may give these files that no decision names. */
export const modelReason = 'added by the model';

/** PKG-3: for each group the files that it keeps, in the order in which its decisions and then its action items name them. */
export function filesOfGroups(
  { decisions, actions }: MeetingWork,
  groups: readonly WorkGroup[],
): FileSource[][] {
  return groups.map((group) => {
    const sources = new Map<string, { file: string; reason: string; of: ResultPlace[] }>();
    const add = (file: string, reason: string, of: readonly ResultPlace[]) => {
      const key = pathKey(file);
      if (!group.keys.has(key)) return;
      const known = sources.get(key);
      if (known === undefined) sources.set(key, { file, reason, of: [...of] });
      else known.of.push(...of);
    };
    for (const at of group.decisions)
      for (const file of decisions[at]?.files ?? [])
        add(file, namedReason, [{ kind: 'decision', at }]);
    for (const at of group.actions)
      for (const file of actions[at]?.files ?? []) add(file, namedReason, [{ kind: 'action', at }]);
    for (const file of group.draft?.files ?? []) add(file, modelReason, []);
    return [...sources.values()];
  });
}
