import type { Group } from './groups.ts';
import type { Course } from './results/course.ts';
import { isWeighed, resultSignals } from './results/result-signals.ts';
import { probability } from './score.ts';
import type { Likely } from './signals/neighbours.ts';
import type { Weights } from './weights.ts';

/** How sure a result is, 0 to 1; `groups` are all of its kind. */
export type Weigh = (group: Group, groups: readonly Group[]) => number;

/** By what the whole talk tells of it. */
export function weighBy(course: Course, kind: keyof Likely, weights: Weights): Weigh {
  return (group, groups) =>
    isWeighed(course, group)
      ? probability(resultSignals(course, group, { groups, kind }), weights)
      : group.score;
}
