/** The words by which work finds its owner. */
import { Phrases } from './phrases.ts';

/** Behind a name: "Jo it is.", "Great, Mona then." */
export const settlesOwner = new Phrases(
  'then|it is|it is then|has it|has it then|has that|takes it|takes that|does it|does that|is on it|has got it|gets it|gets that one',
);
/** Before a name by which somebody says who has it. */
export const beforeSettled = new Set(
  'so okay ok right great good fine lovely perfect and then thanks thank you all well that is to'.split(
    ' ',
  ),
);

/** Who was asked does not do it: "Please not me.", "I can't.", "I'd rather not." */
export const declines = new Phrases(`
  not me|can't|cannot|i can't|i cannot|i'm not able|no time|i've no time|i have no time|i'm away|i'm off|i'm out|rather not|very much not|i've got enough
`);

/** Beside a name that is only called: "Marc, yours?", "And you, Ann?" */
export const besideCalled = new Set(
  'and or so yours you can could would will is that for something okay up it this please do'.split(
    ' ',
  ),
);

/** Yes to a request, besides the words of assent. */
export const agrees = new Phrases(
  'of course|sure thing|no problem|with pleasure|happily|gladly|certainly|consider it done|yes|yeah|yep',
);

/** "So it's me." */
export const soMe = new Phrases(
  "so it's me|then it's me|it's me then|that's me then|so that's me|so me then|me then",
);
