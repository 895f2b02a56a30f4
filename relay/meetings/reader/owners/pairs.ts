import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import type { People } from '../people/people.ts';
import { joined } from './owners.ts';

/** Two who were asked together do it together, also when one of them answers. */
export function together(taker: Utterance, asked: readonly string[], people: People): string {
  const self = people.shown(taker.speaker);
  const withWhom = pairIn(taker, people);
  if (withWhom.length > 0) return joined([self, ...withWhom.filter((name) => name !== self)]);
  if (asked.length > 1 && (asked.includes(self) || /\bwe\b|\bwe'll\b/i.test(taker.text)))
    return joined([...asked]);
  return self;
}

/** Two who say that they do it together: "Ann and I can fill it in.", "Let's pair, Ann, you and me." */
export function pairOf(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): string | undefined {
  const both = bothAsked(all, main, people);
  if (both !== undefined) return both;
  const asked = main.content.size < 3 ? all.slice(Math.max(0, main.at - 2), main.at) : [];
  for (const one of [...members, ...asked.filter(({ turn }) => main.turn - turn <= 1)]) {
    if (one.speaker === '') continue;
    const self = people.shown(one.speaker);
    const others = bothOfUs.test(one.text)
      ? people.in(one.words).map(({ name }) => name)
      : pairIn(one, people);
    const [other] = others.filter((name) => name !== self);
    if (other !== undefined) return joined([self, other]);
  }
  const also = main.own['promisesVerb'] ? all.find((one) => joins(one, main)) : undefined;
  return also && joined([people.shown(main.speaker), people.shown(also.speaker)]);
}

/** "I'm there on the evening, I'll watch it." "Me too." */
function joins(one: Utterance, main: Utterance): boolean {
  const isNext = one.turn === main.turn + 1 && one.place === 0 && isOther(main, one);
  return isNext && main.speaker !== '' && one.speaker !== '' && alsoMe.test(one.text);
}

const alsoMe =
  /^(?:(?:and|so) )?(?:i also|me too|me as well|i too|count me in|so (?:will|do) i)\b(?! (?:think|agree|like|find|want|want|say|see|had|was|am|have)\b)[^?]{0,30}$/iu;

const bothOfUs = /\b(?:you and me|you and i|the two of us|the pair of us)\b/i;

/** "Can you and Ann sit down together?", "The two of you together." are of who answers; "Ann, we do it together?" of both. */
function bothAsked(all: readonly Utterance[], main: Utterance, people: People): string | undefined {
  const near = all.slice(main.at, main.at + 8).filter(({ turn }) => turn - main.turn <= 2);
  const answers = near.filter((one) => one.turn > main.turn && isOther(main, one));
  const [first, second] = [...new Set(answers.map(({ speaker }) => people.shown(speaker)))];
  if (first === undefined || first === '') return undefined;
  const asked = near.filter(({ turn }) => turn === main.turn);
  const [other] = asked.flatMap((one) => youAnd(one, people)).filter((name) => name !== first);
  if (other !== undefined) return joined([other, first]);
  if (asked.some(({ text }) => bothOfYou.test(text)) && second) return joined([first, second]);
  const asksNext = near.find(({ at, own }) => at > main.at && own['someone']);
  const joint = main.own['someone'] ? answers.find(isWeTogether) : undefined;
  if (joint && asksNext && asksNext.at < joint.at) return undefined;
  const [called] = joint === undefined ? [] : people.in(joint.words);
  return joint && called && joined([people.shown(joint.speaker), called.name]);
}

const bothOfYou = /\b(?:the two of you|both of you|(?<!one of )you two)\b/i;

function isWeTogether({ text, own }: Utterance): boolean {
  return Boolean(own['vocative']) && (/\bwe\b.*\btogether\b/i.test(text) || bothOfUs.test(text));
}

/** "Can you and Ann do it?" */
function youAnd({ words, own }: Utterance, people: People): string[] {
  if (!own['requestYou']) return [];
  return people
    .in(words)
    .filter(({ at }) => words[at - 1]?.lower === 'and' && words[at - 2]?.lower === 'you')
    .map(({ name }) => name);
}

/** "Ann and I", "me and Ann", "with Ann". */
export function pairIn({ words }: Utterance, people: People): string[] {
  return people
    .in(words)
    .filter(({ at, end }) => {
      const [before, after] = [words[at - 1]?.lower, words[end]?.lower];
      const isBefore =
        after === 'and' && /^(?:i|me|myself)(?:'|$)/.test(words[end + 1]?.lower ?? '');
      const isAfter = before === 'and' && /^(?:i|me|myself)$/.test(words[at - 2]?.lower ?? '');
      const isAsked = /^(?:can|could|will|would)$/.test(after ?? '');
      const isBoth = doesPart(words, at, isAsked ? end + 1 : end);
      const isWith =
        (before === 'with' && words[at - 2]?.lower === 'together') ||
        (before === 'you' && words[at - 2]?.lower === 'with');
      return isBefore || isAfter || isWith || isBoth;
    })
    .map(({ name }) => name);
}

/** "I'll draft it and Ann, you read it over.", "... and Ann, could you read it over?": `you` is the place of "you". */
function doesPart(words: Utterance['words'], at: number, you: number): boolean {
  if (words[you]?.lower !== 'you') return false;
  const isMine = words.slice(0, at).some(({ lower }) => /^(?:i'll|i)$/.test(lower));
  const verb = words[you + 1];
  const isOfIt = words.slice(you + 2, you + 5).some(({ lower }) => /^(?:it|them)$/.test(lower));
  return isMine && words[at - 1]?.lower === 'and' && verb?.tag === 'VERB' && isOfIt;
}
