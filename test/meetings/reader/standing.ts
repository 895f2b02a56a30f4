/** From which results of marked transcripts the reader learns what stands at the end of a talk. */
import { workGroups } from '../../../relay/meetings/reader/actions.ts';
import { decisionGroups } from '../../../relay/meetings/reader/decisions.ts';
import type { Group } from '../../../relay/meetings/reader/groups.ts';
import { withGuessedSpeakers } from '../../../relay/meetings/reader/owners/guessed-speakers.ts';
import {
  type Around,
  firstLikely,
  likelyOf,
  talkOf,
} from '../../../relay/meetings/reader/score.ts';
import type { Utterance } from '../../../relay/meetings/reader/signals/signals.ts';
import { standingSignals } from '../../../relay/meetings/reader/standing.ts';
import type { ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import { People } from '../../../relay/meetings/reader/people/people.ts';
import { isSame, saysHalf, type MarkedTranscript } from './marks.ts';
import { regression, type Row } from './regression.ts';

export interface Rows {
  readonly decisions: readonly Row[];
  readonly actions: readonly Row[];
}

interface Talk {
  readonly all: readonly Utterance[];
  readonly people: People;
  readonly marks: MarkedTranscript['marks'];
}

/**
 * One row for each result that a transcript may have; of those that say a mark the surest is marked. `weights` are those of other
 * transcripts.
 */
export async function rowsOf(
  { all, people, marks }: Talk,
  weights: Pick<ReaderWeights, 'decisions' | 'actions'> & Pick<Around, 'around'>,
): Promise<Rows> {
  const talk = talkOf(all);
  const first = all.map(({ at }) => firstLikely(talk, at, weights));
  const likely = all.map(({ at }) => likelyOf(talk, at, { first, around: weights.around }));
  const scored = (kind: 'decision' | 'action') =>
    all.map((utterance, at) => ({ utterance, score: likely[at]?.[kind] ?? 0 }));
  const heard = withGuessedSpeakers(all, people);
  const reversed = marks.traps.flatMap(({ kind, sentence }) =>
    kind === 'reversal' ? sentence : [],
  );
  const decided = marks.decisions.map(({ title, sentences }) => ({ words: title, sentences }));
  const acted = marks.action_items.map(({ action, sentences }) => ({ words: action, sentences }));
  const rowsFor = (groups: readonly Group[], wanted: readonly Mark[]) =>
    groupRows(all, groups, { wanted, reversed });
  return {
    decisions: rowsFor(decisionGroups(scored('decision')), decided),
    actions: rowsFor(await workGroups(scored('action'), heard, people), acted),
  };
}

interface Mark {
  readonly words: string;
  readonly sentences: readonly string[];
}

/** So often a result counts that was taken back: to record one is worse than to miss another. */
const timesReversed = 3;

function groupRows(
  all: readonly Utterance[],
  groups: readonly Group[],
  { wanted, reversed }: { wanted: readonly Mark[]; reversed: readonly string[] },
): Row[] {
  const right = new Set(wanted.flatMap((mark) => surest(groups, mark) ?? []));
  return groups.flatMap((group, place) => {
    const row = { signals: standingSignals(all, groups, place), marked: right.has(group) };
    const isReversed =
      !row.marked && reversed.some((one) => isSame(one, group.main.utterance.text));
    return Array.from({ length: isReversed ? timesReversed : 1 }, () => row);
  });
}

function surest(groups: readonly Group[], { words, sentences }: Mark): Group | undefined {
  const saying = (is: (text: string) => boolean) =>
    groups
      .filter(({ main }) => is(main.utterance.text))
      .toSorted((one, other) => other.score - one.score)[0];
  return (
    saying((text) => sentences.some((one) => isSame(one, text))) ??
    saying((text) => saysHalf(text, words))
  );
}

/** What is known of the likelihoods is trusted; every other weight is drawn to 0. */
const restraint = 6;
const recordedOdds = Math.log(0.55 / 0.45);

/** `recorded`: what stands so likely is recorded. The weights make a confidence of 0.55 of it. */
export function standingWeights(
  rows: readonly Rows[],
  recorded: Record<keyof Rows, number>,
): Record<keyof Rows, Weights> {
  const fit = (kind: keyof Rows): Weights => {
    const weights = regression(
      rows.flatMap((one) => one[kind]),
      {},
      (name) => (/odds$/i.test(name) ? 0 : restraint),
    );
    const odds = Math.log(recorded[kind] / (1 - recorded[kind]));
    return { ...weights, bias: (weights['bias'] ?? 0) + recordedOdds - odds };
  };
  return { decisions: fit('decisions'), actions: fit('actions') };
}
