import type { Group } from '../groups.ts';
import type { Likely } from '../signals/neighbours.ts';
import type { Signals } from '../signals/values.ts';
import { upTo, type Course } from './course.ts';

/** What tells of all sentences of a result how it is meant. */
const telling =
  'question hedge past reported conditional joke deferral reversal pastVerb talk firmProposal softProposal strongYes explicit settles closing listed'.split(
    ' ',
  );
const doubtful = 'hedge past reported conditional joke deferral reversal question'.split(' ');

/** What the sentences of a result tell of it. */
export function ownSignals(course: Course, group: Group, kind: keyof Likely): Signals {
  return {
    ...likelihoods(course, group, kind),
    ...words(course, group),
    ...meanings(group),
    ...inItsTurn(course, group),
  };
}

function likelihoods({ likely }: Course, group: Group, kind: keyof Likely): Signals {
  const { members, main } = group;
  const scores = members.map(({ score }) => score).toSorted((one, other) => other - one);
  const other: keyof Likely = kind === 'decision' ? 'action' : 'decision';
  const others = members.map(({ utterance }) => likely[utterance.at]?.[other] ?? 0);
  return {
    odds: oddsOf(group.score) / 3,
    mainOdds: oddsOf(main.score) / 3,
    second: scores[1] ?? 0,
    third: scores[2] ?? 0,
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    otherMain: likely[main.utterance.at]?.[other] ?? 0,
    otherMax: Math.max(...others),
  };
}

const [surest, least] = [0.985, 0.015];

function oddsOf(likely: number): number {
  const within = Math.min(surest, Math.max(least, likely));
  return Math.log(within / (1 - within));
}

function words({ places }: Course, { members, main, content }: Group): Signals {
  const [first, last] = [members[0]?.utterance, members.at(-1)?.utterance];
  const speakers = new Set(members.map(({ utterance: one }) => one.speaker || one.turn));
  const counts = [...main.utterance.content].map((word) => places.get(word)?.length ?? 1);
  const share = (sum: number) => (counts.length === 0 ? 0 : sum / counts.length);
  return {
    size: upTo(3, members.length),
    single: Number(members.length === 1),
    speakers: upTo(4, speakers.size),
    span: upTo(6, (last?.turn ?? 0) - (first?.turn ?? 0)),
    words: upTo(8, main.utterance.content.size),
    content: upTo(14, content.size),
    rare: share(counts.filter((count) => count === 1).length),
    known: Math.min(2, share(counts.reduce((sum, count) => sum + Math.log(count), 0))),
    mainFirst: Number(first === main.utterance),
    mainLast: Number(last === main.utterance),
  };
}

function meanings({ members, main }: Group): Signals {
  const found: Signals = {};
  for (const name of Object.keys(main.utterance.own)) found[`main_${name}`] = 1;
  for (const name of telling) {
    const share = members.filter(({ utterance }) => utterance.own[name]).length / members.length;
    if (share > 0) found[`share_${name}`] = share;
  }
  return found;
}

/** What its speaker says right before and after it. */
function inItsTurn({ talk: { all } }: Course, { main: { utterance: main } }: Group): Signals {
  const found: Signals = {};
  const ofTurn = ({ turn }: { turn: number }) => turn === main.turn;
  const before = all.slice(Math.max(0, main.at - 8), main.at).filter(ofTurn);
  const after = all.slice(main.at + 1, main.at + 6).filter(ofTurn);
  for (const name of doubtful) {
    if (before.some(({ own }) => own[name])) found[`before_${name}`] = 1;
    if (after.some(({ own }) => own[name])) found[`then_${name}`] = 1;
  }
  return found;
}
