import type { Group } from '../groups.ts';
import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Signals } from '../signals/values.ts';
import { common } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import { upTo } from './course.ts';

/** How far the talk about a matter is followed, in sentences and in turns. */
const sentences = 39;
const turns = 8;

/** How the talk goes on after a result, up to the next matter: who agrees, who is against, and what is said last. */
export function answerSignals(all: readonly Utterance[], { main, content }: Group): Signals {
  const after = upToNextMatter(all, main.utterance);
  const stances = after.map((one) => stanceOf(main.utterance, one)).filter((one) => one !== 0);
  const those = (is: (one: Utterance) => unknown) => after.filter((one) => is(one)).length;
  return {
    yes: upTo(3, stances.filter((one) => one > 0).length),
    no: upTo(3, stances.filter((one) => one < 0).length),
    firstYes: Number((stances[0] ?? 0) > 0),
    firstNo: Number((stances[0] ?? 0) < 0),
    lastYes: Number((stances.at(-1) ?? 0) > 0),
    lastNo: Number((stances.at(-1) ?? 0) < 0),
    asks: upTo(
      4,
      those(({ own }) => own['question']),
    ),
    doubts: upTo(
      2,
      those((one) => one.own['hedge'] && common(one.content, content) > 0),
    ),
    defers: upTo(
      1,
      those(({ own }) => own['deferral']),
    ),
    reverses: upTo(
      1,
      those(({ own }) => own['reversal']),
    ),
    takesOn: upTo(
      2,
      those(({ own }) => own['takesOn'] || own['promisesVerb']),
    ),
    closes: upTo(
      1,
      those(({ own }) => own['closing']),
    ),
    proposes: upTo(
      3,
      those(({ own }) => own['softProposal'] || own['firmProposal']),
    ),
    goesOn: upTo(16, after.length),
  };
}

/** "Oh.", "That's true.", "She's right.": somebody sees what they had not thought of. */
export function concedes({ words }: Utterance): boolean {
  return lexicon.concession.in(words, 0, words.length) !== undefined;
}

function upToNextMatter(all: readonly Utterance[], main: Utterance): readonly Utterance[] {
  const near = all
    .slice(main.at + 1, main.at + 1 + sentences)
    .filter(({ turn }) => turn - main.turn <= turns);
  const end = near.findIndex((one) => one.turn > main.turn && movesOn(one));
  return end === -1 ? near : near.slice(0, end);
}

/** 1 for a yes of somebody else, -1 for a no or a but, 0 for neither. */
function stanceOf(main: Utterance, one: Utterance): number {
  if (one.turn === main.turn || !isOther(main, one)) return 0;
  const { own } = one;
  const isStart = one.place === 0;
  if (isStart && own['leadBut']) return -1;
  const agrees = own['strongYes'] || (isStart && own['leadYes']);
  if (agrees && !own['question'] && !own['refusal']) return 1;
  const isAgainst = (isStart && own['leadNo']) || (own['refusal'] && !own['strongYes']);
  return isAgainst ? -1 : 0;
}
