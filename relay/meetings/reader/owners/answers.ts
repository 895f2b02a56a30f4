import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';

/** So many turns later somebody may still answer. */
const answersWithin = 3;

/** What is no answer by which somebody takes work on. */
const open = [
  'question',
  'someone',
  'requestYou',
  'imperative',
  'norm',
  'subjectYou',
  'subjectThey',
];

/** Of a request and its answer the answer: "Could you sketch it?" "By Friday." */
export function answerAmong(members: readonly Utterance[]): Utterance | undefined {
  const request = members.find(({ own }) => own['requestYou']);
  return members.find(
    (one) =>
      request !== undefined &&
      one.at > request.at &&
      one.speaker !== '' &&
      isOther(request, one) &&
      !open.some((name) => one.own[name]),
  );
}

/** Who answers a question with what they do, or until when: "By when?" "Friday, I think."; else who says "I" of it. */
export function answerer(
  all: readonly Utterance[],
  main: Utterance,
  members: readonly Utterance[],
  people: People,
): string {
  const own = members.filter(({ own: its }) => !open.some((name) => its[name]));
  const says =
    own.find(
      ({ speaker, own: its, text }) =>
        speaker !== '' && its['promisesVerb'] !== undefined && !notI.test(text),
    ) ?? own.find(({ speaker, text }) => speaker !== '' && saysI.test(text));
  if (says !== undefined) return people.shown(says.speaker);
  const [first] = members;
  if (first === undefined || main.speaker === '' || open.some((name) => main.own[name])) return '';
  const asked = all
    .slice(Math.max(0, main.at - 5), main.at)
    .some(
      (one) =>
        one.turn === main.turn - 1 &&
        isOther(one, main) &&
        (one.own['question'] || one.own['requestYou']),
    );
  return asked && main.own['day'] ? people.shown(main.speaker) : '';
}

/** "In the terminal I make the change until tomorrow." */
const saysI =
  /\bi(?:['’]ll| will| can)? (?!think|guess|mean|know|don|was|had|did|have|am|hope|like|would|said|see)\p{Ll}{2,}/iu;
const notI = /\b(?:not|isn't) me\b/i;

/** What others say to it in the next turns. */
export function answersTo(all: readonly Utterance[], last: Utterance): Utterance[] {
  const near = all.slice(last.at + 1, last.at + 12);
  const next = near.findIndex((one) => movesOn(one) || isForAllAnew(one, last));
  return (next === -1 ? near : near.slice(0, next)).filter(
    (one) => one.turn > last.turn && one.turn - last.turn <= answersWithin && isOther(last, one),
  );
}

/** "Also somebody has to tell support.": who takes that on answers nothing before it. */
function isForAllAnew({ own, content }: Utterance, last: Utterance): boolean {
  return (
    Boolean(own['someone'] && own['need']) &&
    content.size >= 2 &&
    common(content, last.content) === 0
  );
}
