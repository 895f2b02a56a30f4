import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../shared/contract/fields.ts';
import { asData } from '../../../shared/kernel/display.ts';
import type { FoundDecision } from '../extracted-items.ts';
import { common } from './words/content.ts';
import * as plain from './words/plain-lexicon.ts';
import { isAccepted, isBareValue, saysAgain } from './short/accepted.ts';
import { filesAfter, filesNear, filesOf } from './files.ts';
import { groupsOf, isAssent, lastOf, type Group, type Scored } from './groups.ts';
import { isOther } from './signals/context.ts';
import { objects } from './signals/afterwards.ts';
import { isContested, standing, type Weighed, type Weighing } from './standing.ts';
import type { Utterance } from './signals/signals.ts';
import { typeOf } from './words/type-and-priority.ts';
import { pointsOnly } from './titles/work-title.ts';
import { namesNoMatter } from './short/not-settled.ts';
import { amendedTitle, fullTitle, pointedTitle, withReason } from './titles/decision-title.ts';
import { titleOf } from './titles/wording.ts';

/** Chosen by measurement on the marked transcripts. */
const grouping = { least: 0.3, turns: 3, fewWords: 2 };

/** The sentences that are of one decision. */
export function decisionGroups(scored: readonly Scored[]): Group[] {
  return groupsOf(scored, grouping);
}

/** MTG-11: what was decided, each with its confidence. */
export async function decisionsIn(
  all: readonly Utterance[],
  scored: readonly Scored[],
  { weights, isShort }: Weighing,
): Promise<FoundDecision[]> {
  const keeps = isShort ? (one: Weighed) => standsInShort(all, one) : isStated;
  const kept = await standing(decisionGroups(scored), all, { weights, keeps });
  const decisions: FoundDecision[] = [];
  for (const group of kept) {
    const found = decisionOf(all, group);
    const main = group.main.utterance;
    const isBare = (isAssent(main) || namesNoMatter(main)) && found.title === titleOf(main);
    if (!isBare) decisions.push(found);
    await nextTurn();
  }
  return withoutSameTitles(decisions);
}

/** "We decided to use Postgres": what is said to be decided stands, unless something is said against it. */
function isStated({ group, signals }: Weighed): boolean {
  return Boolean(group.main.utterance.own['explicit']) && !isContested(signals);
}

/** In a short talk a decision that is less likely to stand falls, if something is said against it. */
const leastStanding = 0.15;
/** So likely it has to be where something else follows on an objection that somebody grants. */
const leastAgainstRival = 0.5;
/** By these it is said; one that is neither said nor accepted is as likely as it stands. */
const saidBy = [
  'plainDecision',
  'explicit',
  'refuses',
  'listed',
  'label_decision',
  'leadOkay',
  'leadSo',
  'endsThen',
];

function standsInShort(all: readonly Utterance[], { group, signals, likely }: Weighed): boolean {
  const { utterance } = group.main;
  const isSaid = saidBy.some((name) => utterance.own[name]) || isAccepted(all, utterance);
  const least = signals['rivalGranted'] ? leastAgainstRival : leastStanding;
  return likely >= least ? isSaid || likely >= group.score : isSaid && !isContested(signals);
}

/** What a yes is to has been found by its own words already, and is as sure as the surer of the two. */
function withoutSameTitles(found: readonly FoundDecision[]): FoundDecision[] {
  const byTitle = new Map<string, FoundDecision>();
  for (const one of found) {
    const first = byTitle.get(one.title) ?? one;
    const confidence = Math.max(first.confidence ?? 0, one.confidence ?? 0);
    byTitle.set(one.title, { ...first, confidence });
  }
  return [...byTitle.values()];
}

function decisionOf(all: readonly Utterance[], group: Group): FoundDecision {
  const main = group.main.utterance;
  const members = group.members.map(({ utterance }) => utterance);
  const asked = askedBefore(all, main);
  const standing = members.filter((one) => one === main || !isTurnedDown(all, one, main));
  const whole = wholeTitle(all, main, [...standing, ...asked]);
  const { title, rationale } = withReason(whole, all[main.at + 1]);
  // What says all of its matter answers nothing that shares no word with it.
  const isOther =
    main.own['saysAll'] && !asked.some((one) => common(one.content, main.content) > 0);
  const files = filesOf(all, main, [[main], members, isOther ? [] : asked]);
  return {
    title,
    rationale: asData(rationale, limits.sentence),
    type: typeOf(title),
    files: filesIn(all, group, files),
    areas: [],
    sentence: asData(main.text, limits.sentence),
    confidence: rounded(group.score),
  };
}

/** What was decided, as a title that is understood by itself; `around` says what the main sentence only answers. */
function wholeTitle(
  all: readonly Utterance[],
  main: Utterance,
  around: readonly Utterance[],
): string {
  const amended = all[(main.own['amends'] ?? 0) - 1];
  if (amended !== undefined) return amendedTitle(amended, main, askedBefore(all, amended));
  const isPointing = main.own['saysAll'] && pointsOnly(main) && !main.own['label_decision'];
  const isWhole = !isPointing && wholeBy.some((name) => main.own[name]);
  const proposal = isWhole ? main : proposalOf(main, around);
  if (proposal !== undefined) return titleOf(proposal);
  const howMuch = isBareValue(main) ? howMuchAsked(all, main) : undefined;
  if (howMuch !== undefined) return fullTitle(main, [howMuch]);
  if (isPointing) return pointedTitle(main, [...around, ...namedBefore(all, main)]);
  return fullTitle(
    main,
    around.filter((one) => !isAssent(one) && !saysAgain(one, main)),
  );
}

/** What the sentence before it names, to which "it" points: "We wanted to migrate in November." "Then we move it to February." */
function namedBefore(all: readonly Utterance[], main: Utterance): readonly Utterance[] {
  return all
    .slice(Math.max(0, main.at - 6), main.at)
    .filter(
      ({ turn, content, own }) =>
        main.turn - turn <= 3 && content.size >= 2 && Boolean(own['question'] || !own['noVerb']),
    );
}

/** "And how long do we support it?", before "Six?" and "Twelve." */
function howMuchAsked(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  return all
    .slice(Math.max(0, main.at - 12), main.at)
    .findLast(({ own, text }) => own['question'] && howMuch.test(text));
}

const howMuch =
  /^(?:and |so |but )?(?:how (?:long|many|much|often|big|far)|what(?:['’]s| is| should) (?:the|a|be))\b/i;

/** What says its matter itself. */
const wholeBy = ['explicit', 'label_decision', 'saysAll'];

/** What was proposed, where those who accept it say nothing else: "Agreed, 30 minutes it is." */
function proposalOf(main: Utterance, around: readonly Utterance[]): Utterance | undefined {
  if (!main.own['strongYes'] && !main.own['leadYes']) return undefined;
  return around.find(({ at, own, content }) => {
    if (at >= main.at || own['question'] || own['asks'] || content.size < main.content.size)
      return false;
    return [...main.content].every((word) => content.has(word) || plain.strongYesWords.has(word));
  });
}

/** The files of its own words, else of what is said of its matter, else of what is said right after it. */
function filesIn(all: readonly Utterance[], group: Group, own: readonly string[]): string[] {
  const main = group.main.utterance;
  if (own.length > 0) return [...own];
  const near = filesNear(all, main, group.content);
  if (near.length > 0 || main.own['listed'] || main.own['label_decision']) return near;
  return filesAfter(all, lastOf(group));
}

/** The proposal or question that a sentence answers: the one nearest before it that shares a word, or the last one. */
function askedBefore(all: readonly Utterance[], main: Utterance): Utterance[] {
  const before = all.slice(Math.max(0, main.at - 9), main.at).toReversed();
  const open = before.filter(
    (one) =>
      isNear(one, main) &&
      !(one.own['givenUp'] || one.own['secret']) &&
      asksOrProposes.some((name) => one.own[name]),
  );
  const asking = open.filter((one) => !isTurnedDown(all, one, main));
  const related = asking.filter((one) => common(one.content, main.content) > 0);
  const shared = related.find((one) => saysMore(one, main));
  // "Do we want to renew?" "Renew for one year." says all of it.
  if (shared === undefined && related.some(({ own }) => !own['noVerb'])) return [];
  const others = asking.filter((one) => saysMore(one, main) && isAnsweredBy(one, main));
  const asked = shared ?? others.find(({ own }) => own['question']) ?? others[0];
  return asked === undefined ? [] : [asked];
}

const asksOrProposes = ['question', 'asks', 'firmProposal', 'softProposal'];

/** What shares a word with it may be further away: everybody may have agreed in between. */
function isNear({ at, turn, content }: Utterance, main: Utterance): boolean {
  const shares = common(content, main.content) > 0;
  return main.at - at <= (shares ? 9 : 6) && main.turn - turn <= (shares ? 5 : 3);
}

/** What shares no word with it is answered by what is no whole sentence, or by the next turn. */
function isAnsweredBy(asked: Utterance, main: Utterance): boolean {
  const isWhole = main.own['subjectWe'] && !main.own['noVerb'] && main.content.size >= 2;
  return !isWhole || main.turn - asked.turn <= 1;
}

function saysMore({ content }: Utterance, main: Utterance): boolean {
  return common(content, main.content) < content.size;
}

/** Whether somebody objects to it before something else is decided: "Let's ship Thursday." "The audit is not done." "Then Monday." */
function isTurnedDown(all: readonly Utterance[], one: Utterance, main: Utterance): boolean {
  if (one.own['question']) return false;
  if (main.own['leadNo'] && !one.own['asks']) return true;
  if (common(one.content, main.content) > 0) return false;
  return all
    .slice(one.at + 1, main.at)
    .some((next) => isOther(one, next) && (objects(next) || next.own['negated']));
}

export function rounded(score: number): number {
  return Math.round(Math.min(0.99, Math.max(0.01, score)) * 100) / 100;
}
