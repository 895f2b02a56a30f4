import type { Utterance } from '../signals/signals.ts';
import type { People } from '../people/people.ts';

/** So many turns have to tell who speaks, and so large a share of them has to fit. */
const leastTurns = 2;
const leastShare = 0.75;

/**
 * Where two people talk and the transcript names neither, each speaks in every second turn, and who calls the other one by name is not
 * that one: "You go, Ann, you're the boss." Undefined where there are others, or where it does not fit.
 */
export function speakersOfTwo(
  all: readonly Utterance[],
  people: People,
): ((turn: number) => string) | undefined {
  const [one, other, third] = people.names;
  if (one === undefined || other === undefined || third !== undefined) return undefined;
  const called = all.flatMap((said) => {
    const name = calledIn(said, people);
    return name === undefined ? [] : [{ turn: said.turn, name }];
  });
  const firstOnEven = called.filter(({ turn, name }) => (turn % 2 === 0) === (name === other));
  const most = Math.max(firstOnEven.length, called.length - firstOnEven.length);
  if (called.length < leastTurns || most < called.length * leastShare) return undefined;
  const isFirstOnEven = firstOnEven.length === most;
  return (turn) => ((turn % 2 === 0) === isFirstOnEven ? one : other);
}

/** Who is spoken to by name: "Wojtek!", "That's not the point, Wojtek." */
function calledIn({ words, own }: Utterance, people: People): string | undefined {
  const named = people.in(words);
  const [first] = named;
  const isAlone = first !== undefined && first.at === 0 && first.end === words.length;
  const isSet = named.find(
    ({ at, end }) => at > 0 && /,/.test(words[at - 1]?.after ?? '') && isEnd(words, end),
  );
  return (isAlone || own['vocative'] ? (isSet ?? first) : isSet)?.name;
}

function isEnd(words: Utterance['words'], end: number): boolean {
  return end === words.length || /,/.test(words[end - 1]?.after ?? '');
}
