import { answerTo, isThanks, isYes, notMeant } from './short/accepted.ts';
import { isOther } from './signals/context.ts';
import type { Utterance } from './signals/signals.ts';
import { isNotMe, takesOnPlainly } from './owners/taking-on.ts';

/**
 * MTG-11: whether somebody is asked for work, or said to have it, and the next one plainly takes it on: "Who can write the
 * migration?" "I can." What all are asked for is work also where somebody only says that it is not theirs: "Not me."
 */
export function isHandedOut(all: readonly Utterance[], one: Utterance): boolean {
  const { own, content } = one;
  if (content.size === 0 || own['talk'] || notMeant.some((name) => own[name])) return false;
  if (isOver(one) || isThanks(one)) return false;
  const isForAll = own['someone'] && (own['requestYou'] || isAskedOfAll(one));
  const isForOne = own['namedDoes'] || own['namedSubject'] || own['vocative'];
  const isRequest = own['requestYou'] || own['imperative'] || own['namedDoes'];
  if (!isForAll && !(isForOne && isRequest)) return false;
  const [answer] = answerTo(all, one);
  if (answer === undefined || !isOther(one, answer)) return false;
  if (answer.own['leadNo'] || answer.own['question'] || answer.own['refusal']) return false;
  if (isForAll && isNotMe(answer)) return true;
  return takesOnPlainly(answer) || (Boolean(isForOne) && isYes(answer));
}

/** "Who writes it?", "somebody has to"; not "somebody has a rooster", "is anybody on 3.9?" */
function isAskedOfAll({ own, text }: Utterance): boolean {
  return own['question'] ? !asksHowItIs.test(text) : Boolean(own['norm']) || obliges.test(text);
}

const obliges =
  /\b(?:got to|gotta|please|needs?|better|would|could|will|can)\b|['’](?:s to|ll|d)\b/i;
const asksHowItIs =
  /^(?:(?:and|so|but|then),? )?(?:is|are|was|does|did|has) (?:any|some)(?:one|body)\b/i;

/** "Who opened that?" */
function isOver({ own }: Utterance): boolean {
  return Boolean(
    own['pastVerb'] && !own['leadYes'] && !own['norm'] && !own['modal'] && !own['will'],
  );
}
