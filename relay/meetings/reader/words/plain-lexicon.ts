/** The words by which the reader knows what is plainly decided in a short talk. */
import { Phrases } from './phrases.ts';

/** What all do from now on. */
export const weWill = new Phrases(
  `we'll|we will|we shall|we're going to|we are going to|we're gonna|we'll just|we will just|we'll also|we will also|we'll now|we will now|the plan is to|we're moving|we are moving|we're switching|we are switching|we're dropping|we are dropping|we're adopting|we are adopting|we're keeping|we are keeping|we're replacing|we are replacing|we're removing|we are removing`,
);

/** What is chosen is named behind these: "So the plan is Postgres, not Mongo". */
export const choiceIs = new Phrases(
  `the fix is|the solution is|the plan is|our plan is|the choice is|our choice is|the answer is|the outcome is`,
);

export const fromNowOn = new Phrases(
  `from now on|going forward|from here on|from today on|starting today|starting now|as of today|as of now|effective immediately`,
);

/** What "we will" says of the talk, of the mind or of time, and not of what was chosen. */
export const notChosen = new Set(
  `be have see say think want need wait hope know talk discuss meet speak come get look find try let revisit decide continue hear check figure likely probably never not all`.split(
    ' ',
  ),
);

/** What "let's" says of a choice, which holds for all, and not of a piece of work. */
export const choosing = new Set(
  `use adopt choose pick go keep stay stick switch move ship release target support standardize standardise replace drop`.split(
    ' ',
  ),
);

/** Before a colon: what stands behind it was decided. */
export const announces = new Phrases(
  `decision|decision made|decided|consensus|outcome|agreed|conclusion|conclusion then|resolution|verdict|resolved|let's decide|final call|final word`,
);

/** What was settled is said of the thing itself: "The release is postponed to January 12." */
export const isSettledNow = new Phrases(
  `was decided|were decided|was agreed|were agreed|was chosen|were chosen|was picked|was selected|was rejected|were rejected|was dropped|was approved|was adopted|is chosen|is rejected|is approved|is postponed|are postponed|is cancelled|is canceled|is dropped|are dropped|is out of scope|is out of this|is out for this|is off the table|are off the table|is moved to|are moved to|moves to|is frozen|is deprecated|are deprecated`,
);

/** "The team chose Postgres." Behind who has chosen. */
export const groupChose = new Phrases(
  `decided|agreed|chose|picked|settled on|opted|voted|approved|rejected|resolved|decides|agrees|resolves|chooses|votes|approves|rejects`,
);
export const groups = new Set(
  'team group board committee council everyone everybody meeting'.split(' '),
);

/** "Do we keep Kafka?" asks for a choice; "Do we use Kafka?" asks how it is. */
export const choosesAnew = new Set(
  'keep drop switch move go adopt stay stick replace ship'.split(' '),
);

/** Before what all are asked to agree to. */
export const agreeable = new Phrases(
  `do we all agree on|do we all agree that|do we agree on|do we agree that|can we all agree on|can we all agree that|can we agree on|can we agree that|is everybody ok with|is everyone ok with|is everybody okay with|is everyone okay with|is everyone fine with|is everybody fine with|is everyone happy with|everyone ok with|everyone okay with|anyone against|anybody against|any objections to|any objection to|does anyone object to|are we ok with|are we okay with|are we fine with`,
);

/** The matter is only named: it waits for a choice. */
export const mustChoose = new Phrases(
  `need to decide|have to decide|must decide|should decide|need to agree on|have to agree on|should agree on|need to choose|have to choose|should choose|need to pick|have to pick|need to settle on|need to figure out|have to figure out`,
);

/** Said right behind a choice: it holds. */
export const endsChoice = new Phrases(
  `that's final|that is final|that's decided|that is decided|that's settled|that is settled|it's settled|settled|settled then|decided|decided then|done|end of discussion|that's the decision|that's our decision`,
);

/** Somebody finds right what they say again: "Monday works". */
export const suits = new Phrases(
  `works|is good|is fine|is great|is ok|is okay|is perfect|it is|then|sounds good|works for me|is fine by me`,
);

/** "Let's say 12" answers how much. */
export const letsSay = new Phrases(`let's say|say|make it|make that`);

/** The matter waits for another day. */
export const putsOff = new Phrases(
  `postpone|defer|delay that|delay this|delay it|hold off|push that to|push it to`,
);

/** Of these words those that name no matter. */
export const strongYesWords = new Set(
  'agree agreed good sound great happy fair plan idea'.split(' '),
);

/** More words of assent than elsewhere, where they are all that somebody says. */
export const briefYes = new Phrases(
  `makes sense|makes total sense|sounds ok|sounds okay|cool|perfect|works|yes please|why not|awesome|nice|got it|noted|understood|roger|copy that`,
);

/** These take note of something and settle nothing. */
export const thanks = new Phrases('thanks|thank you|good to know|nice to hear|great news');

/** With these a team goes back to what was before. */
export const returns = new Phrases(
  `we stay|we stay on|we stay with|we'll stay|we keep|we'll keep|we stick|we'll stick|we leave|we'll leave|let's stay|let's keep|let's stick|let's leave|we're staying|we're keeping|we're sticking`,
);

/** Behind what is chosen. */
export const itIs = new Phrases('it is|it is then');

/** Before what somebody proposes as a thought. */
export const musings = new Phrases(
  `i was thinking we could|i was thinking that we could|i was thinking we|i'm thinking we could|i'm thinking we|i am thinking we can|i'd love it if we`,
);

/** How a motion is put in a formal meeting. */
export const motions = new Phrases(
  'i move that|i move to|i move we|i propose that we|i propose we|i suggest that we|i suggest we',
);
