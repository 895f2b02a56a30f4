import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { isDeclined } from './told.ts';

/** "Send me the contract, today if you can.", "I need your review for that." are work of who answers. */
const forMe =
  /^(?:(?:and|but|so|then|okay|ok|please),? )*(?:(?:somebody|someone) (?:would need|needs|will have|has) to )?(?:send|bring|mail|email|forward|tell) me\b|, so (?:tell me|let me know)\b|^(?:\p{L}+,? )?i(?:['’]ll)? need your\b/iu;

/** Whether the speaker asks others for something that they are to get themselves. */
export function isAskedFor(main: Utterance): boolean {
  return !main.own['promisesVerb'] && forMe.test(main.text);
}

/**
 * Who answers in the next turn what was asked of "you", or for the speaker: "Can you fill it until Friday?" "Friday's tight. But
 * yeah."; undefined where they ask back, or do not do it.
 */
export function whoIsAsked(all: readonly Utterance[], main: Utterance): Utterance | undefined {
  const { own, text: asked } = main;
  const isForYou = own['question'] && !own['someone'] && asksYou.test(asked) && !andI.test(asked);
  if (!isForYou && !isAskedFor(main)) return undefined;
  const next = all.slice(main.at + 1, main.at + 12).filter(({ turn }) => turn === main.turn + 1);
  const [first] = next;
  if (first === undefined || first.speaker === '' || !isOther(main, first)) return undefined;
  const refuses = first.own['question'] || next.some((one) => isDeclined(one));
  const isYes = next.some(
    ({ own: its, text }) => its['leadYes'] || its['strongYes'] || its['day'] || saysI.test(text),
  );
  return isYes && !refuses ? first : undefined;
}

const asksYou = /^(?:(?:and|but|so|then|okay|ok) )?(?:can|could|would|will) you\b/i;
/** "Can you give me the name, and I write to them?" */
const andI = /\band i(?:['’]ll)?\b/i;
const saysI =
  /^(?:but )?i(?:['’](?:ll|ve|m))?\b|\byeah\b|^(?:no problem,? )?you(?:['’]ll| will| got| have)\b/i;
