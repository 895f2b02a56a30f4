/** The weights of what the whole talk tells of a result, from marked transcripts. */
import { actionsIn } from '../../../relay/meetings/reader/actions.ts';
import { newEffort } from '../../../relay/meetings/reader/days/deadlines.ts';
import { decisionsIn } from '../../../relay/meetings/reader/decisions.ts';
import type { Group } from '../../../relay/meetings/reader/groups.ts';
import { courseOfTalk } from '../../../relay/meetings/reader/results/course.ts';
import { isWeighed, resultSignals } from '../../../relay/meetings/reader/results/result-signals.ts';
import type { Talk } from '../../../relay/meetings/reader/score.ts';
import type { Likely } from '../../../relay/meetings/reader/signals/neighbours.ts';
import type { Weigh } from '../../../relay/meetings/reader/sureness.ts';
import type { ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import type { People } from '../../../relay/meetings/reader/words/people.ts';
import type { MarkedTranscript } from './marks.ts';
import { regression, type Row } from './regression.ts';
import { matched, type Mark, type Result } from './score.ts';

/** A transcript with how likely each of its sentences is by weights of other transcripts. */
export interface WholeLesson {
  readonly transcript: MarkedTranscript;
  readonly people: People;
  readonly talk: Talk;
  readonly likely: readonly Likely[];
}

const restraint = 2;
const expected: Weights = { odds: 1.5 };
/** Results that are so likely right are recorded: chosen on writers whose transcripts were left out. */
const recordedFrom = { decision: 0.4, action: 0.45 };

export async function resultWeights(
  lessons: readonly WholeLesson[],
): Promise<ReaderWeights['results']> {
  const [decisions, actions]: [Row[], Row[]] = [[], []];
  for (const lesson of lessons) {
    decisions.push(...(await decisionRows(lesson)));
    actions.push(...(await actionRows(lesson)));
  }
  return { decisions: fitted(decisions, 'decision'), actions: fitted(actions, 'action') };
}

/** With a bias by which what is to be recorded gets more than a half. */
function fitted(rows: readonly Row[], kind: keyof Likely): Weights {
  const weights = regression(rows, expected, () => restraint);
  const from = recordedFrom[kind];
  return { ...weights, bias: (weights['bias'] ?? 0) - Math.log(from / (1 - from)) };
}

async function decisionRows(lesson: WholeLesson): Promise<Row[]> {
  const { talk, likely, transcript } = lesson;
  const { weigh, signalsOf } = listening(lesson, 'decision');
  const scored = talk.all.map((one) => ({
    utterance: one,
    score: likely[one.at]?.decision ?? 0,
  }));
  const found = await decisionsIn(talk.all, scored, weigh);
  return rowsOf(found, signalsOf(), transcript.marks.decisions);
}

async function actionRows(lesson: WholeLesson): Promise<Row[]> {
  const { talk, likely, people, transcript } = lesson;
  const { weigh, signalsOf } = listening(lesson, 'action');
  const nowMs = Date.parse(`${transcript.marks.date}T12:00:00Z`);
  const scored = talk.all.map((one) => ({ utterance: one, score: likely[one.at]?.action ?? 0 }));
  const context = { people, nowMs, effort: newEffort(), weigh };
  const found = await actionsIn(talk.all, scored, context);
  return rowsOf(found, signalsOf(), transcript.marks.action_items);
}

/** Leaves results as sure as they are and hears of each what is known of it; undefined for what is not weighed. */
function listening({ talk, likely }: WholeLesson, kind: keyof Likely) {
  const course = courseOfTalk(talk, likely);
  const heard: (Row['signals'] | undefined)[] = [];
  const weigh: Weigh = (group: Group, groups) => {
    const isLesson = isWeighed(course, group);
    heard.push(isLesson ? resultSignals(course, group, { groups, kind }) : undefined);
    return group.score;
  };
  return { weigh, signalsOf: () => heard };
}

/** The surest result of a mark is right, and others of it are repeats. */
function rowsOf(
  found: readonly Result[],
  signals: readonly (Row['signals'] | undefined)[],
  marks: readonly Mark[],
): Row[] {
  const bySureness = found.toSorted(
    (one, other) => (other.confidence ?? 0) - (one.confidence ?? 0),
  );
  const right = new Set(matched(bySureness, marks).pairs.map(([one]) => one));
  return found.flatMap((one, at) => {
    const known = signals[at];
    return known === undefined ? [] : [{ signals: known, marked: right.has(one) }];
  });
}
