import { limits } from '../../../../shared/contract/fields.ts';
import { asData } from '../../../../shared/kernel/display.ts';
import * as lexicon from '../words/lexicon.ts';
import * as work from '../words/work-lexicon.ts';
import { isDeclined } from '../owners/told.ts';
import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Word } from '../words/tagger.ts';
import { askedPart } from './asked-part.ts';
import { maxTitle, titleOf } from './wording.ts';

const fewWords = 2;
/** The words of "Fix it". */
const leastTitle = 4;

interface WorkSaid {
  /** The sentences that say what is to be done. */
  readonly said: readonly Utterance[];
  /** What they point at, where they do not say it themselves. */
  readonly meant?: Utterance | undefined;
}

/** The sentences of a group that say what is to be done and, where they only point at it, the one before that names it. */
export function workSaid(all: readonly Utterance[], members: readonly Utterance[]): WorkSaid {
  // Who takes up what another one has said names it no better.
  const isTakenUp = members.some(({ own }) => own['takesUp']);
  const stating = members.filter((one) => {
    const { own, words } = one;
    if (own['takesUp'] || isMereYes(words) || isDeclined(one)) return false;
    return !isTakenUp || saysWork.some((name) => own[name]);
  });
  const telling = stating.filter((one) => !asksHowFar(one) && !isOfDays(one.content));
  const full = (telling.length > 0 ? telling : stating).filter(
    (one) => matterOf(one) >= (one.own['plainWork'] ? 1 : fewWords),
  );
  if (full.some(saysEnough)) return { said: withoutWho(full).slice(0, 2) };
  // What is written in a list names its own matter.
  if (members.some(({ own }) => own['underHeading'])) return { said: members.slice(0, 2) };
  // "I'll call them today" has no word of its matter, and says what is done.
  const some = stating.filter(({ content, own }) => !isOfDays(content) || own['plainWork']);
  const said = (full.length > 0 ? full : some).slice(0, 2);
  const [first] = members;
  const pointing = members.find((one) => one.own['plainWork'] && pointsAway(one));
  const isPointing = full.length === 0 || pointing !== undefined;
  const meant = first && meantBefore(all, pointing ?? first, isPointing);
  return said.length === 0 && meant === undefined ? { said: members.slice(0, 2) } : { said, meant };
}

/** "Who adds a check?" "I'll add a warning.": the answer says it. */
function withoutWho(said: readonly Utterance[]): readonly Utterance[] {
  const told = said.filter(({ own }) => !((own['question'] && own['wh']) || own['someone']));
  if (!told.some((one) => one.own['plainWork'] && saysEnough(one))) return said;
  const plain = told.filter(({ own }) => statesWork.some((name) => own[name]));
  return plain.length > 0 ? plain : told;
}

/** "Write the report, due on Monday." "Monday I'm travelling.": the first one says it. */
const statesWork = [
  'plainWork',
  'promisesVerb',
  'requestYou',
  'norm',
  'imperative',
  'doing',
  'noVerb',
];

const saysWork = ['plainWork', 'requestYou', 'vocative', 'someone', 'norm', 'need', 'question'];

/** "No problem, by Friday." */
function isMereYes(words: readonly Word[]): boolean {
  return work.mereYes.at(words, 0) !== undefined && words.length <= 5;
}

/** "Did you finish the parser?" */
function asksHowFar({ words, own }: Utterance): boolean {
  return Boolean(own['question']) && work.haveYou.in(words, 0, words.length) !== undefined;
}

/** "Write the tests" says what to do; "review it" does not. */
function saysEnough(one: Utterance): boolean {
  return one.own['plainWork'] ? !pointsAway(one) : one.content.size > fewWords;
}

/** "I'll delete it when the next version is out", "can you put that into the README?" */
export function pointsOnly({ words, own }: Utterance): boolean {
  if (own['takesUp']) return true;
  const at = words.findIndex(
    ({ tag, lower }) => lower === 'do' || (tag === 'VERB' && !/^let['’]?s$/.test(lower)),
  );
  const object = words.slice(at + 1).find(({ tag }) => tag !== 'ADP' && tag !== 'ADV');
  const next = object && words[words.indexOf(object) + 1];
  if (object === undefined || !/^(?:it|them|that|this|those|these)$/.test(object.lower))
    return false;
  return /^(?:it|them)$/.test(object.lower) || !/^(?:NOUN|PROPN|ADJ)$/.test(next?.tag ?? '');
}

/** Whether it points at what another sentence names. */
function pointsAway(one: Utterance): boolean {
  return pointsOnly(one) && askedPart(one).beside === '';
}

/** Whether all that is named is a day: "Yes, by Friday". */
export function isOfDays(content: ReadonlySet<string>): boolean {
  return [...content].every((word) => work.dayWords.has(word));
}

/** As `isOfDays`, where anything is named. */
export function isOnlyOfDays(content: ReadonlySet<string>): boolean {
  return content.size > 0 && isOfDays(content);
}

/** How many words name the matter; those of days do not. */
function matterOf({ content }: Utterance): number {
  return [...content].filter((word) => !work.dayWords.has(word)).length;
}

function meantBefore(
  all: readonly Utterance[],
  first: Utterance,
  isPointing: boolean,
): Utterance | undefined {
  const before = all
    .slice(Math.max(0, first.at - 6), first.at)
    .toReversed()
    .filter((one) => first.turn - one.turn <= 3 && !one.own['secret'] && namesMatter(one, first));
  const takenAway = first.own['takesUp'] ? before.find(({ own }) => own['givenUp']) : undefined;
  const asked =
    takenAway ??
    before.find((one) => isAskedNow(one, first) || (isAsking(one) && !isWorkOfAnother(one, first)));
  const own = isPointing ? ownMatter(all, first, asked) : undefined;
  if (own !== undefined) return own;
  const last = before.find(({ own }) => !own['subjectIt']) ?? before[0];
  return asked ?? before.find(({ own }) => own['question']) ?? (isPointing ? last : undefined);
}

/** "I'll upgrade the database." "The logo is ready. I'll put it on the page.": what they have named themselves, unless they answer a request. */
function ownMatter(
  all: readonly Utterance[],
  first: Utterance,
  asked: Utterance | undefined,
): Utterance | undefined {
  const last = all[first.at - 1];
  const isAnswer =
    asked === undefined || first.own['takesUp'] || requests.some((name) => asked.own[name]);
  if (isAnswer || !first.own['plainWork'] || last?.turn !== first.turn) return undefined;
  const isNamed = last.words.some(({ tag, lemma }) => tag === 'NOUN' && last.content.has(lemma));
  return isNamed && !last.own['secret'] && namesMatter(last, first) ? last : undefined;
}

function isAsking({ own }: Utterance): boolean {
  return asking.some((name) => own[name]);
}

/** "And the rounding bug?" "That's in roundMoney. I'll fix it." */
function isAskedNow({ own, turn, words }: Utterance, first: Utterance): boolean {
  return Boolean(own['question']) && turn === first.turn - 1 && words.length <= shortQuestion;
}

const shortQuestion = 5;

/** "I'll write the migration" of Carla is not what Bob means by "I'll fix it". */
function isWorkOfAnother({ own, speaker }: Utterance, first: Utterance): boolean {
  const isTheirs = speaker !== '' && first.speaker !== '' && speaker !== first.speaker;
  const isPromise = own['promisesVerb'] || (own['plainWork'] && own['promise']);
  return isTheirs && Boolean(isPromise) && !requests.some((name) => own[name]);
}

const requests = ['someone', 'norm', 'requestYou', 'question', 'vocative'];

/** "And the changelog?" "I can write that." */
function namesMatter({ content, own, turn, at }: Utterance, first: Utterance): boolean {
  const isAsked = own['question'] && turn === first.turn - 1;
  const least = isAsked || own['plainWork'] || own['plainDecision'] ? 1 : fewWords;
  const isAskedOf = Boolean(own['requestYou'] || own['vocative']);
  const isAgainst = own['leadBut'] && at !== first.at - 1;
  if (own['empty'] || (own['hedge'] && own['noVerb']) || isAgainst || own['refuses']) return false;
  const isNamed = content.size >= least && !isOfDays(content);
  // "The certificates expire on Sunday." "I'll renew them."
  const isJustBefore =
    at === first.at - 1 && !['question', 'subjectI', 'negated'].some((name) => own[name]);
  return isNamed && (isAskedOf || isJustBefore || !own['noWork']) && !own['takesUp'];
}

const asking = [
  'someone',
  'norm',
  'firmProposal',
  'softProposal',
  'requestYou',
  'plainWork',
  'plainDecision',
];

/** "Write the tests", "Review it (refactor the parser)". */
export function workTitle({ said, meant }: WorkSaid, people: People): string {
  const shown = (one: Utterance) => {
    const { beside, ...part } = askedPart(one);
    const named = titleOf(part, { openings: actionOpenings, people, least: leastTitle });
    return beside !== '' && pointsOnly({ ...one, ...part }) ? `${named} (${beside})` : named;
  };
  const title = said.map(shown).join('; ');
  const named = meant && shown(meant);
  const other = named?.toLowerCase() === title.toLowerCase() ? undefined : named;
  const whole = title === '' ? (other ?? '') : other === undefined ? title : `${title} (${other})`;
  return asData(whole, Math.min(maxTitle, limits.sentence));
}

const actionOpenings = [
  work.asksAnyone,
  lexicon.promise,
  lexicon.offer,
  lexicon.requestYou,
  lexicon.explicit,
  lexicon.firmProposal,
  lexicon.softProposal,
  work.someoneDoes,
  work.taskIs,
  work.shallI,
  work.haveYou,
];
