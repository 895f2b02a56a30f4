import { common } from '../words/content.ts';
import { isOther } from './context.ts';
import * as lexicon from '../words/lexicon.ts';
import { isBase, leadOf } from '../words/word-forms.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** What several signals tell together, which each by itself does not: "Then Sunday." is a choice, "Then it rains." is not. */
export function formsOf(all: readonly Utterance[], one: Utterance): Signals {
  const { own, words, content, text } = one;
  const found: Signals = {};
  const flag = (name: string, is: unknown) => {
    if (is) found[name] = 1;
  };
  const lead = leadOf(words).map(({ lower }) => lower);
  const then = lead.includes('then') || own['endsThen'];
  const asks = own['question'] || own['asks'];
  const { yes, no } = answersTo(all, one);
  const earlier = all.slice(Math.max(0, one.at - 12), one.at);
  flag('leadThen', lead.includes('then'));
  flag('thenShort', then && !asks && words.length <= 8);
  flag('thenNoVerb', then && !asks && own['noVerb']);
  flag('thenFact', then && own['subjectIt']);
  flag('yesThen', then && own['leadYes'] && !asks);
  const proposes = proposing.some((name) => own[name]);
  flag('proposes', proposes && !asks);
  flag('proposalTaken', (proposes || then) && yes > no && yes >= 0.5);
  flag('proposalOpposed', (proposes || then) && no > yes && no >= 0.5);
  flag('questionTaken', asks && yes > no && yes >= 0.5);
  const isFragment = own['noVerb'] && !asks;
  flag('fragmentTaken', isFragment && yes > no && yes >= 0.5);
  const isKnown = (word: string) => earlier.some((last) => last.content.has(word));
  flag('fragmentKnown', isFragment && content.size > 0 && [...content].every(isKnown));
  flag('yesWith', own['leadYes'] && !asks && content.size >= 2);
  const answers = earlier.some((last) => last.turn < one.turn && common(last.content, content) > 0);
  flag('yesKnown', own['leadYes'] && !asks && answers);
  flag('wry', wry.test(text) && !asks && yes < 0.5);
  flag('itIs', /\bit is\b(?: then)?[.!]?$/i.test(text));
  flag('wouldThey', /\b(?:they|you|he|she|it|that)(?:'d| would)\b/i.test(text));
  const verb = words.find(({ tag }) => tag === 'VERB' || tag === 'AUX')?.lower ?? '';
  flag('isFact', /^(?:is|are|isn't|aren't|has|have|was|were)$/.test(verb));
  flag('stays', has(words, /^(?:stays?|remains?|becomes?|gets?|goes|moves?|keeps?)$/));
  flag('done', /(?:^|,\s)done\b/i.test(text));
  flag('somebodysOwn', has(words, /^(?:my|your|his|her)$/));
  flag('hasBecause', has(words, /^'?(?:because|since|cause)$/));
  flag('listsTwo', /,\s.*\band\b/.test(text));
  flag('inOrOut', !own['question'] && lexicon.inOrOut.in(words, 0, words.length) !== undefined);
  return { ...found, ...tasksIn(all, one, { yes, no }) };
}

/** Forms of a task: "I close the ticket", "Rajat, the clean-up?", "You make the table?" */
function tasksIn(
  all: readonly Utterance[],
  one: Utterance,
  { yes, no }: { yes: number; no: number },
): Signals {
  const { own, words, content } = one;
  const found: Signals = {};
  const flag = (name: string, is: unknown) => {
    if (is) found[name] = 1;
  };
  const core = words.slice(leadOf(words).length);
  const [first, second] = core;
  const isWork = second?.tag === 'VERB' && isBase(second) && !lexicon.mindVerbs.has(second.lemma);
  const asks = own['question'] || own['asks'];
  const soon = own['due'] || own['day'] || lexicon.soonAfter.in(words, 0, words.length);
  flag('iDo', first?.lower === 'i' && isWork && !lexicon.sayVerbs.has(second.lemma));
  flag('doingSoon', own['doing'] && soon && !own['pastVerb']);
  flag('soon', soon && !own['pastVerb']);
  flag('promisesSoon', (own['promisesVerb'] || own['takesOn']) && soon);
  flag('namedTask', own['vocative'] && own['question'] && own['noVerb'] && content.size > 0);
  const you = words.findIndex(({ lower }) => lower === 'you');
  const does = you === -1 ? undefined : words[you + 1];
  flag('youDo', own['question'] && does?.tag === 'VERB' && !lexicon.mindVerbs.has(does.lemma));
  flag('requestTaken', (own['requestYou'] || own['vocative'] || own['someone']) && yes > no);
  flag('askedYou', own['vocative'] && (own['requestYou'] || asks));
  const before = all.slice(Math.max(0, one.at - 5), one.at).filter(({ turn }) => turn < one.turn);
  const isAsked = before.some(
    (last) => one.turn - last.turn <= 2 && asking.some((name) => last.own[name]),
  );
  flag('answersRequest', isAsked && (own['promisesVerb'] || own['takesOn'] || own['subjectI']));
  flag('answersWithDay', isAsked && (own['day'] || own['due']) && words.length <= 10);
  return found;
}

const asking = ['requestYou', 'someone', 'vocative'];

/** "Great, let's print it on paper." */
const wry =
  /^(?:great|sure|right|brilliant|lovely|perfect|wonderful|oh great|yeah sure)[,.!]? (?:then )?(?:let['’]s|i['’]ll|we['’]ll)\b/i;
const proposing = ['softProposal', 'firmProposal', 'wouldI', 'norm', 'imperative'];

function has(words: Utterance['words'], pattern: RegExp): boolean {
  return words.some(({ lower }) => pattern.test(lower));
}

/** How soon others say yes to it, and no: 1 in the next turn, less in those after it, 0 when nobody does. */
function answersTo(all: readonly Utterance[], one: Utterance): { yes: number; no: number } {
  let [yes, no] = [0, 0];
  for (const next of all.slice(one.at + 1, one.at + 12)) {
    const away = next.turn - one.turn;
    if (away > 3) break;
    if (away === 0 || !isOther(one, next)) continue;
    const { own, place } = next;
    const isStart = place === 0;
    const agrees = own['strongYes'] || (isStart && own['leadYes']);
    if (agrees && !own['question'] && !own['refusal']) yes = Math.max(yes, 1 / away);
    const opposes = own['leadNo'] || own['leadBut'] || (own['refusal'] && !own['strongYes']);
    if (isStart && opposes) no = Math.max(no, 1 / away);
  }
  return { yes, no };
}

const small = new Set(['PRON', 'ADV', 'CCONJ', 'SCONJ', 'AUX', 'DET', 'ADP', 'PART', 'INTJ']);

/** The small words with which a sentence begins and ends. */
export function smallWordsOf({ words }: Utterance): Signals {
  const [first, second] = words;
  const last = words.at(-1);
  const found: Signals = {};
  if (first === undefined || last === undefined) return found;
  const isSmall = small.has(first.tag);
  if (isSmall) found[`starts_${first.lower}`] = 1;
  if (isSmall && second !== undefined && small.has(second.tag))
    found[`starts_${first.lower}_${second.lower}`] = 1;
  if (words.length > 1 && small.has(last.tag)) found[`ends_${last.lower}`] = 1;
  return found;
}
