import type { Group } from '../groups.ts';
import type { Likely } from '../signals/neighbours.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Signals } from '../signals/values.ts';
import { common } from '../words/content.ts';
import { rarity, raritySum, upTo, type Course } from './course.ts';

/** A word that is said more often is of no single matter. */
const often = 30;
/** So much of its words, weighed by their rarity, a sentence about the same matter shares; more where it is one word. */
const leastShare = 0.34;
const leastOfOne = 0.5;

/** What is said of the same matter elsewhere in the talk: how often, how likely, and whether with doubt. */
export function elsewhereSignals(course: Course, group: Group, kind: keyof Likely): Signals {
  const [first, last] = [group.members[0]?.utterance, group.members.at(-1)?.utterance];
  const same = onItsMatter(course, group);
  const later = same.filter(({ turn }) => turn > (last?.turn ?? 0) + 1);
  const earlier = same.filter(({ turn }) => turn < (first?.turn ?? 0) - 1);
  const other: keyof Likely = kind === 'decision' ? 'action' : 'decision';
  const most = (of: keyof Likely) =>
    Math.max(0, ...later.map(({ at }) => course.likely[at]?.[of] ?? 0));
  return {
    earlier: upTo(6, earlier.length),
    neverEarlier: Number(earlier.length === 0),
    later: upTo(6, later.length),
    neverLater: Number(later.length === 0),
    laterLikely: most(kind),
    laterOther: most(other),
    ...howLater(group, later),
  };
}

function onItsMatter(course: Course, { content }: Group): Utterance[] {
  const telling = [...content].filter((word) => (course.places.get(word)?.length ?? 0) <= often);
  const whole = raritySum(course, telling);
  const shared = new Map<number, number>();
  for (const word of telling)
    for (const at of course.places.get(word) ?? [])
      shared.set(at, (shared.get(at) ?? 0) + rarity(course, word));
  return [...shared].flatMap(([at, sum]) => {
    const one = course.talk.all[at];
    if (one === undefined) return [];
    const share = sum / Math.min(whole, raritySum(course, one.content));
    return share >= (common(one.content, content) >= 2 ? leastShare : leastOfOne) ? [one] : [];
  });
}

function howLater({ members }: Group, later: readonly Utterance[]): Signals {
  const those = (is: (one: Utterance) => unknown) => later.filter((one) => is(one)).length;
  const said = new Set(members.flatMap(({ utterance }) => numbersIn(utterance)));
  const isOtherNumber = (one: Utterance) =>
    said.size > 0 && numbersIn(one).length > 0 && !numbersIn(one).some((word) => said.has(word));
  return {
    laterReversed: upTo(
      1,
      those(({ own }) => own['reversal']),
    ),
    laterAgainst: upTo(3, those(isAgainst)),
    laterDoubted: upTo(
      3,
      those(({ own }) => own['hedge'] || own['conditional']),
    ),
    laterDeferred: upTo(
      1,
      those(({ own }) => own['deferral']),
    ),
    laterAsked: upTo(
      3,
      those(({ own }) => own['question']),
    ),
    laterPast: upTo(
      3,
      those(({ own }) => own['past'] || own['pastVerb']),
    ),
    laterSettled: upTo(
      1,
      those(({ own }) => settling.some((name) => own[name])),
    ),
    otherNumber: upTo(1, those(isOtherNumber)),
  };
}

const settling = ['endsThen', 'leadSo', 'settles', 'explicit'];

function isAgainst({ place, own }: Utterance): unknown {
  return (place === 0 && (own['leadNo'] || own['leadBut'])) || own['refusal'];
}

function numbersIn({ words }: Utterance): string[] {
  return words.filter(({ tag }) => tag === 'NUM').map(({ lower }) => lower);
}
