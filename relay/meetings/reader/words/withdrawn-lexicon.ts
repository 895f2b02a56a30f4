/** The words by which somebody takes back in a short talk what was said before. */
import { Phrases } from './phrases.ts';

/** With these somebody gives up what they were to do. */
export const givesUp = new Phrases(
  `i take that back|i take it back|i won't|i will not|i'll not|i won't bother|i'll leave it|i'll leave that|i'll leave this|i'll leave them|i'll leave it alone|i'll leave that alone|i'll leave them alone|i'll leave it as it is|i'll hold off|i'll skip it|i'll skip that|i'll drop it|i'll drop that|i'd better not|i better not|i don't need to|i don't have to|i needn't|no need to|i'm not doing it|i'm not doing that|all yours|it's all yours|one less thing|one thing less|less work for me|i'll stop|i'll pass|not me then`,
);

/** "Sorry, I can't.", "I won't be able to do it this week." */
export const excuses =
  /^(?:(?:sorry|oh|ah|actually|hm+|wait|no|damn|but),? )*(?:i['’]m afraid )?i (?:can['’]?t|cannot|can not|won['’]t be able to|won['’]t manage)(?: (?:do|make|manage) (?:it|that|this))?(?: (?:after all|this week|then|today|tomorrow))?(?:,? sorry)?[.!]*$/i;

/** Behind these words it goes on, with somebody else or later. */
export const notGivenUp = new Set(
  'to for with until till before unless if when because open out off'.split(' '),
);

/** What was settled is off. */
export const drops = new Phrases(
  `drop that|drop it|drop this|i withdraw|i withdraw that|i withdraw it|forget it|forget that|forget the|forget about|forget about the|never mind|never mind the|nevermind|skip that|skip it|skip the|scratch that|scratch the|scrap that|scrap it|scrap the|abandon that|abandon it|abandon the|let it go|let that go|bin it|bin that|bin the|ditch it|ditch that|ditch the|is off the table|are off the table|is off then|is out then|is dead then|we won't do it|we won't do that|not doing it|not doing that|let's not do it|let's not do that|don't do it then|then let's not|let's not then|then we don't|we don't then`,
);

/** Somebody takes away what another one was about to do. */
export const takesAway = new Phrases(
  `i'll do that|i'll do it|i'll do those|i'll take that|i'll take it|i'll take those|i'll handle that|i'll handle it|let me do it|let me do that|let me take that|let me take it|leave it to me|leave that to me|leave those to me|leave them to me|leave that with me|give it to me|give that to me|give those to me`,
);

/** What is named behind these was said before and is off: "Right, forget Adyen." At the beginning of a sentence. */
export const dropsNamed = new Phrases('forget|scrap|scratch|ditch|no more');

/** What was said last is off, whatever comes instead. */
export const secondThoughts = new Phrases('on second thought|on second thoughts');

/** What somebody else was about to do they are not to do. At the beginning of a sentence. */
export const forbids = new Phrases(
  `don't do that|do not do that|please don't|please dont|please do not|please no|don't|dont|do not|dont do it|dont do that|dont bother|don't do it|don't do that|don't bother|hold off|hold off on|hold off with|leave it|leave it alone|leave them|leave them alone|keep it|keep them|better not|rather not`,
);

/** Nobody has to do it any more. */
export const notNeeded = new Phrases(
  `no need|not needed|don't need it|don't need that|don't need them|don't need this|don't need it any more|don't need that any more|don't need it anymore|don't need that anymore|no longer need it|no longer need that|no longer need them|i did that|i did it|i did that yesterday|i did it yesterday|i've done that|i've done it|already done|already did|already did it|already did that|did that already|did it already|i've already|i already did|i already have|has already done|have already done|already booked|already fixed|already changed|already sent|already merged|already ordered|already made|already told`,
);

/** Who says so tells what stands against something. */
export const obstacles = new Phrases('still');

/** What was said before cannot be. Behind the words before it. */
export const cannotBe = new Phrases(
  `we can't|we cannot|we can not|we couldn't|you can't|that won't work|that doesn't work|this won't work|it won't work|not possible|that's not possible|that is not possible`,
);
