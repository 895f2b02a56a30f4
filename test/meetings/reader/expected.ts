/**
 * What a person would expect each signal to weigh, before any transcript is looked at. The fit starts from here and keeps the sign,
 * because few sentences show some of the signals: by chance alone "that's settled" would speak against a decision.
 */
import type { ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';

const decisionsFor = {
  0.9: ['itIs'],
  0.6: ['settles', 'explicit', 'refuses', 'label_decision'],
  0.4: [
    'thenNoVerb',
    'proposalTaken',
    'strongYesNext',
    'chairConcludes',
    'recapped',
    'thenSameCalls',
  ],
  0.3: ['thenShort', 'yesThen', 'norm', 'inOrOut', 'exclusive', 'softProposal', 'leadThen', 'done'],
  0.25: [
    'echoNext',
    'settlesNext',
    'closingNext',
    'concludes',
    'manyYes',
    'repeatsAgo',
    'repeatsLast',
    'plan',
    'firmProposal',
    'leadSo',
  ],
  0.2: [
    'yesNext',
    'closingSoon',
    'endsMatter',
    'strongYesSoon',
    'knownShare',
    'wouldI',
    'moveOnSoon',
    'fragmentKnown',
    'yesKnown',
    'central',
    'listsTwo',
    'both',
    'leadStrongYes',
  ],
};

const decisionsAgainst = {
  1.2: ['machine', 'secret'],
  0.9: ['talk', 'pastDecision'],
  0.6: [
    'wry',
    'question',
    'past',
    'joke',
    'deferral',
    'someone',
    'reversedSoon',
    'letMe',
    'whenAsked',
  ],
  0.45: ['reported', 'wh', 'pastVerb', 'hedge', 'subjectThey', 'requestYou'],
  0.35: ['noNext', 'vocative', 'due'],
  0.3: [
    'asks',
    'conditional',
    'subjectYou',
    'trails',
    'proposalOpposed',
    'takesOn',
    'promise',
    'promisesVerb',
    'namedSubject',
    'short',
    'leadBut',
  ],
  0.2: [
    'subjectI',
    'butNext',
    'noSoon',
    'wouldThey',
    'asksNext',
    'isClause',
    'exclaims',
    'leadBecause',
  ],
  0.1: ['day', 'hasBecause', 'proposesNext', 'isFact'],
};

const actionsFor = {
  1.8: ['label_action', 'label_task'],
  0.7: ['promisesVerb', 'due'],
  0.6: ['takesOn', 'requestYou', 'someone'],
  0.5: ['vocative', 'namedSubject'],
  0.35: ['doingSoon', 'youDo', 'namedDoes', 'will', 'promise', 'subjectI', 'need', 'takesOnNext'],
  0.3: ['iDo', 'promisesSoon', 'namedTask'],
  0.25: ['requestTaken', 'answersRequest', 'day', 'offer', 'norm', 'file'],
  0.18: ['askedYou'],
  0.15: ['please', 'yesNext', 'strongYesNext', 'whenAsked', 'endsThen', 'listed', 'doing'],
};

const actionsAgainst = {
  1.2: ['machine'],
  0.9: ['talk'],
  0.6: ['wry', 'past', 'pastVerb', 'pastDecision', 'joke', 'secret'],
  0.45: ['promisesMind', 'deferral', 'letMe'],
  0.35: ['wh', 'subjectThey'],
  0.3: ['reported', 'conditional', 'negated', 'short', 'explicit'],
  0.2: [
    'asks',
    'hedge',
    'subjectIt',
    'noNext',
    'wouldThey',
    'would',
    'isFact',
    'softProposal',
    'leadBut',
    'isClause',
  ],
  0.1: ['question', 'noSoon', 'echoNext', 'hasBecause'],
};

type Table = Readonly<Record<string, readonly string[]>>;

export const expected: Pick<ReaderWeights, 'decisions' | 'actions'> = {
  decisions: { ...weightsIn(decisionsFor, 1), ...weightsIn(decisionsAgainst, -1) },
  actions: { ...weightsIn(actionsFor, 1), ...weightsIn(actionsAgainst, -1) },
};

function weightsIn(table: Table, sign: 1 | -1): Weights {
  return Object.fromEntries(
    Object.entries(table).flatMap(([size, names]) =>
      names.map((name) => [name, sign * Number(size)]),
    ),
  );
}
