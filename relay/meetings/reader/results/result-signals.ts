import type { Group } from '../groups.ts';
import type { Likely } from '../signals/neighbours.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Signals } from '../signals/values.ts';
import { amongSignals } from './among.ts';
import { answerSignals } from './answers.ts';
import { elsewhereSignals } from './said-later.ts';
import { ownSignals } from './own-signals.ts';
import type { Course } from './course.ts';

/** A talk of fewer sentences has no course that tells more than its sentences do. */
const leastSentences = 40;

/**
 * Whether the talk tells more of a result than its own sentences do: what is plainly said to be decided, and what is written as a
 * result, stays as sure as it is.
 */
export function isWeighed({ talk }: Course, { main }: Group): boolean {
  const { own } = main.utterance;
  const isWritten = Object.keys(own).some((name) => name.startsWith('label_'));
  const isSaid = own['explicit'] && main.score >= plainly;
  return talk.all.length >= leastSentences && !isWritten && !isSaid;
}

/** Of what is said to be decided, without a doubt or a condition. */
const plainly = 0.75;

/** Everything that is known of one result. */
export function resultSignals(
  course: Course,
  group: Group,
  { groups, kind }: { groups: readonly Group[]; kind: keyof Likely },
): Signals {
  return {
    ...ownSignals(course, group, kind),
    ...answerSignals(course.talk.all, group),
    ...elsewhereSignals(course, group, kind),
    ...amongSignals(course, group, groups),
    ...placeOf(course, group.main.utterance),
  };
}

/** Where in the talk it is said, and by whom. */
function placeOf({ talk: { all, chair } }: Course, { at, speaker }: Utterance): Signals {
  return {
    position: at / all.length,
    nearEnd: Number(all.length - at < Math.max(8, all.length / 12)),
    nearStart: Number(at < Math.max(6, all.length / 20)),
    long: Math.log(all.length / 100),
    byChair: Number(chair !== '' && speaker === chair),
    noChair: Number(chair === ''),
  };
}
