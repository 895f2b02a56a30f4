import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { namesBeside } from './guessed-speakers.ts';

/** "Speaker 1", as a program writes that hears voices and knows nobody. */
const isNumbered = (name: string): boolean =>
  /^(?:speaker|participant|person|voice|unknown)[ _]?(?:\d{1,2}|[A-Z])$/i.test(name);

/** Votes of one speaker for one name. */
interface Likeness {
  readonly speaker: string;
  readonly name: string;
  readonly votes: number;
}

/**
 * The same sentences with the names of those who are only numbered: who is called by name and answers, is thanked by name, or says
 * their own. The last one has the last name.
 */
export function withNamedSpeakers(
  all: readonly Utterance[],
  people: People,
  participants: ReadonlySet<string>,
): readonly Utterance[] {
  const speakers = [...new Set(all.map(({ speaker }) => speaker))].filter(isNumbered);
  if (speakers.length < 2) return all;
  const spoken = new Set(all.map(({ speaker }) => people.shown(speaker)));
  const names = people.names.filter((name) => !isNumbered(name) && !spoken.has(name));
  const there = new Set([...participants].map((one) => people.shown(one)));
  const found = named(likenesses(all, people), { speakers, names, there });
  return all.map((one) => ({ ...one, speaker: found.get(one.speaker) ?? one.speaker }));
}

/** Each is compared with all; more than a meeting has. */
const mostLikely = 500;

/** The surest first; each name once. */
function named(
  likely: readonly Likeness[],
  {
    speakers,
    names,
    there,
  }: {
    speakers: readonly string[];
    names: readonly string[];
    /** Others may be named who do not speak. */
    there: ReadonlySet<string>;
  },
): Map<string, string> {
  const found = new Map<string, string>();
  const isFree = ({ speaker, name }: Likeness) =>
    !found.has(speaker) && ![...found.values()].includes(name) && names.includes(name);
  const surest = likely.toSorted((a, b) => b.votes - a.votes).slice(0, mostLikely);
  for (const one of surest) {
    const rivals = surest.filter(
      (other) =>
        other !== one &&
        (other.speaker === one.speaker || other.name === one.name) &&
        isFree(other),
    );
    const isSurest = rivals.every(({ votes }) => votes < one.votes);
    if (one.votes > 0 && isFree(one) && isSurest) found.set(one.speaker, one.name);
  }
  const [last, another] = speakers.filter((one) => !found.has(one));
  const taken = new Set(found.values());
  const [name, second] = names.filter((one) => there.has(one) && !taken.has(one));
  if (last && name && another === undefined && second === undefined) found.set(last, name);
  return found;
}

function likenesses(all: readonly Utterance[], people: People): Likeness[] {
  const speakerOf = new Map(all.map(({ turn, speaker }) => [turn, speaker]));
  const votes = new Map<string, Likeness>();
  const vote = (speaker: string | undefined, name: string | undefined, by: number) => {
    if (speaker === undefined || name === undefined || !isNumbered(speaker)) return;
    const key = `${speaker}\n${name}`;
    votes.set(key, { speaker, name, votes: (votes.get(key)?.votes ?? 0) + by });
  };
  for (const one of all) {
    const { self, answered, called } = namesBeside(all, one, people);
    vote(one.speaker, self, 2);
    vote(speakerOf.get(one.turn - 1), answered, 1);
    // Who is thanked has spoken, and need not go on.
    if (called !== answered) vote(speakerOf.get(one.turn + 1), called, 1);
    // Who is called is not who calls.
    vote(one.speaker, called, -1);
  }
  return [...votes.values()];
}
