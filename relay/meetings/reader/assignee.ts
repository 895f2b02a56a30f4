import { isOther } from './context.ts';
import type { Named, People } from './people.ts';
import type { Utterance } from './signals.ts';

const answersWithin = 3;

/** Who does it: the person who takes it on, else the one who was asked or named; empty when nobody was. */
export function assigneeOf(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): string {
  const written = members.find(({ own }) => own['label_action'] || own['label_task']);
  if (written !== undefined) return joined(ownersIn(written, people));
  const asked = [main, ...members].find((one) => addressed(one, people).length > 0);
  const names = asked === undefined ? [] : addressed(asked, people);
  const taker = takerOf({ main, members, asked });
  if (taker !== undefined) return together(taker, names, people);
  const last = members.at(-1) ?? main;
  const answer = answerOf(all, last, names, people);
  if (answer !== undefined && takesOn(answer) && answer.speaker !== '')
    return together(answer, names, people);
  if (names.length > 0) return answer?.own['leadNo'] ? '' : joined(names);
  const isForAll = members.some(({ own }) => own['someone']);
  const isAsked = members.some(
    ({ own }) => own['requestYou'] || own['imperative'] || own['question'],
  );
  const isYes =
    answer !== undefined &&
    (answer.own['leadYes'] || answer.own['strongYes']) &&
    !answer.own['leadNo'];
  return isAsked && !isForAll && isYes ? people.shown(answer.speaker) : '';
}

/** Whose promise it is: that of the main sentence, else the first answer to what was asked. */
function takerOf({
  main,
  members,
  asked,
}: {
  main: Utterance;
  members: readonly Utterance[];
  asked: Utterance | undefined;
}): Utterance | undefined {
  const isNamed = (one: Utterance) => takesOn(one) && one.speaker !== '';
  if (isNamed(main) && main !== asked) return main;
  const after = members.filter((one) => one.at > (asked?.at ?? -1) && isNamed(one));
  return after.find((one) => asked === undefined || isOther(asked, one));
}

/** Two who were asked together do it together, also when one of them answers. */
function together(taker: Utterance, asked: readonly string[], people: People): string {
  const self = people.shown(taker.speaker);
  const withWhom = pairIn(taker, people);
  if (withWhom.length > 0) return joined([self, ...withWhom.filter((name) => name !== self)]);
  if (asked.length > 1 && (asked.includes(self) || /\bwe\b|\bwe'll\b/i.test(taker.text)))
    return joined([...asked]);
  return self;
}

/** "Ann and I", "me and Ann", "with Ann". */
function pairIn({ words }: Utterance, people: People): string[] {
  return people
    .in(words)
    .filter(({ at, end }) => {
      const [before, after] = [words[at - 1]?.lower, words[end]?.lower];
      const isBefore =
        after === 'and' && /^(?:i|me|myself)(?:'|$)/.test(words[end + 1]?.lower ?? '');
      const isAfter = before === 'and' && /^(?:i|me|myself)$/.test(words[at - 2]?.lower ?? '');
      return isBefore || isAfter;
    })
    .map(({ name }) => name);
}

function takesOn({ own, words }: Utterance): boolean {
  const lower = words
    .slice(0, 3)
    .map((one) => one.lower)
    .join(' ');
  return Boolean(
    own['takesOn'] ||
    own['promisesVerb'] ||
    own['promise'] ||
    (own['me'] && !own['question']) ||
    own['doing'] ||
    /^(?:yes |yeah |sure |okay )?(?:i'd|i'm|i have|i've|i can|i could|i need)\b/.test(lower),
  );
}

/** The first that somebody else says to it. */
function answerOf(
  all: readonly Utterance[],
  last: Utterance,
  asked: readonly string[],
  people: People,
): Utterance | undefined {
  const after = all
    .slice(last.at + 1, last.at + 12)
    .filter(({ turn }) => turn > last.turn && turn - last.turn <= answersWithin);
  const byAsked = after.filter((one) => asked.includes(people.shown(one.speaker)));
  const others = after.filter((one) => isOther(last, one));
  return byAsked.find(takesOn) ?? byAsked[0] ?? others.find(takesOn) ?? others[0];
}

/** Who is spoken to, or said to do it; the speaker themself only when they name themself. */
function addressed({ words, speaker, own }: Utterance, people: People): string[] {
  const named = people.in(words);
  const self = speaker === '' ? '' : people.shown(speaker);
  if (!(
    own['vocative'] ||
    own['namedSubject'] ||
    own['namedDoes'] ||
    own['requestYou'] ||
    own['listed']
  ))
    return [];
  const [first] = named.filter(({ name }) => name !== self);
  if (first === undefined) return [];
  return [...new Set(row(named, first, words).map(({ name }) => name))];
}

/** The names that stand in a row: "Ann, Bob and Cleo". */
function row(named: readonly Named[], first: Named, words: Utterance['words']): Named[] {
  const found = [first];
  for (const one of named.slice(named.indexOf(first) + 1)) {
    const end = found.at(-1)?.end ?? 0;
    const between = words.slice(end, one.at).map(({ lower }) => lower);
    if (!between.every((word) => /^(?:and|&|\+|or)$/.test(word)) || between.length > 1) break;
    found.push(one);
  }
  return found;
}

/** The owners of a written action item: before its verb, behind `@`, in brackets or behind a dash. */
function ownersIn(one: Utterance, people: People): string[] {
  const { words } = one;
  const named = people.in(words);
  const before = /^(?:[-*•]\s+)?\w+(?: \w+)?\s?\(([^)]{1,40})\)\s*:/u.exec(one.text)?.[1];
  if (before !== undefined) return [people.known(before) ?? before];
  const marked = named.filter(({ at }) => words[at]?.text.startsWith('@'));
  if (marked.length > 0) return marked.map(({ name }) => name);
  const bracket = named.filter(({ at, end }) => {
    const word = words[at];
    const before = one.text.slice(0, word?.start).trimEnd().at(-1);
    return (
      /[([–—:-]/.test(before ?? '') ||
      (end === words.length && /[–—-]/.test(words[at - 1]?.after ?? ''))
    );
  });
  const [first] = bracket.length > 0 ? bracket : named.filter(({ at }) => at <= 4);
  if (first === undefined) {
    const unknown =
      /(?::|\]|\*)\s*@?(\p{Lu}[\p{L}'’-]+)(?:,|:|\s+(?:to|will|should|and|updates?|\p{Ll}+s)\b)/u.exec(
        one.text,
      )?.[1];
    return unknown === undefined || /^(?:We|The|They|It|All|Everyone|Team)$/.test(unknown)
      ? []
      : [unknown];
  }
  return [...new Set(row(named, first, words).map(({ name }) => name))];
}

function joined(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length <= 1
    ? (unique[0] ?? '')
    : `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`;
}
