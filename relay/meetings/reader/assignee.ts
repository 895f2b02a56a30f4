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
  const taker = takerOf({ main, members, asked }, people);
  if (taker !== undefined) return together(taker, names, people);
  const after = answersTo(all, members.at(-1) ?? main);
  const byAsked = after.find((one) => names.includes(people.shown(one.speaker)));
  const volunteer = after.find((one) => one.own['takesOn'] && one.speaker !== '');
  if (names.length > 0) {
    if (byAsked?.own['leadNo'] && !takesOn(byAsked))
      return volunteer === undefined ? '' : people.shown(volunteer.speaker);
    return byAsked === undefined && volunteer !== undefined && volunteer.turn - main.turn <= 1
      ? together(volunteer, names, people)
      : joined(names);
  }
  const isForAll = members.some(({ own }) => own['someone']);
  const isAsked = members.some(
    ({ own }) => own['requestYou'] || own['imperative'] || own['question'],
  );
  const first = after.find(({ place }) => place <= 1);
  if (volunteer !== undefined && (isForAll || isAsked)) return people.shown(volunteer.speaker);
  if (first === undefined || first.own['question'] || first.own['leadNo']) return '';
  const isYes = first.own['leadYes'] || first.own['strongYes'];
  const isTaken = first.own['promisesVerb'] || first.own['me'];
  return (isAsked && !isForAll && isYes) || ((isAsked || isForAll) && isTaken)
    ? people.shown(first.speaker)
    : '';
}

/** Whose promise it is: that of the main sentence, else the first answer to what was asked. */
function takerOf(
  {
    main,
    members,
    asked,
  }: { main: Utterance; members: readonly Utterance[]; asked: Utterance | undefined },
  people: People,
): Utterance | undefined {
  if (isOwn(main, people)) return main;
  const names = asked === undefined ? [] : addressed(asked, people);
  const after = members.filter((one) => one.at > (asked?.at ?? -1) && isOwn(one, people));
  const others = after.filter((one) => asked === undefined || isOther(asked, one));
  return (
    others.find((one) => names.length === 0 || names.includes(people.shown(one.speaker))) ??
    others.find(({ own }) => own['takesOn'])
  );
}

/** Whether the speaker says that they do it, and nobody else. */
function isOwn(one: Utterance, people: People): boolean {
  if (!takesOn(one) || one.speaker === '') return false;
  const self = people.shown(one.speaker);
  const [other] = people.in(one.words).filter(({ name }) => name !== self);
  if (other === undefined || pairIn(one, people).length > 0) return true;
  if (one.own['question'] && one.own['vocative']) return false;
  const place = one.words.findIndex(({ lower }) => /^(?:i|me|mine|i'll|i'm|i'd|ill)$/.test(lower));
  return place !== -1 && (place < other.at || Boolean(one.own['promisesVerb']));
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
    (own['subjectI'] && own['day'] && !own['pastVerb']) ||
    /^(?:yes |yeah |sure |okay )?(?:i'd|i'm|i have|i've|i can|i could|i need)\b/.test(lower),
  );
}

/** What others say to it in the next turns. */
function answersTo(all: readonly Utterance[], last: Utterance): Utterance[] {
  return all
    .slice(last.at + 1, last.at + 12)
    .filter(
      (one) => one.turn > last.turn && one.turn - last.turn <= answersWithin && isOther(last, one),
    );
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
