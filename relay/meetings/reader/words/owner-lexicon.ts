/** The words by which work finds its owner. */
import { Phrases } from './phrases.ts';

/** Behind a name: "Jo it is.", "Great, Mona then." */
export const settlesOwner = new Phrases(
  'then|will|can|does|it is|it is then|has it|has it then|has that|takes it|takes that|does it|does that|is on it|has got it|gets it|gets that one',
);
/** Of these, what settles it only as the last word: "Cleo will." */
export const settlesAtEnd = new Set(['then', 'will', 'can', 'does']);
/** Before a name by which somebody says who has it. */
export const beforeSettled = new Set(
  'so okay ok right great good fine lovely perfect and then thanks thank you all well that is to'.split(
    ' ',
  ),
);

/** Who was asked does not do it: "Please not me.", "I can't.", "I'd rather not." */
export const declines = new Phrases(`
  not me|can't|cannot|i can't|i cannot|i'm not able|no time|i've no time|i have no time|i'm away|i'm off|i'm out|rather not|somebody else|someone else|very much not|i've got enough
`);

/** Somebody has too much to do. */
export const hasNoTime = new Phrases(
  `i'm in meetings|i'm in workshops|i'm full|i'm pretty full|i'm quite full|i'm too full|i'm booked|i'm too busy|i'm swamped|i'm drowning|my plate is full|my plate's full`,
);

/** Beside a name that is only called: "Marc, yours?", "And you, Ann?" */
export const besideCalled = new Set(
  'and or so yours you can could would will is that for something okay up it this please do'.split(
    ' ',
  ),
);

/** Yes to a request, besides the words of assent. */
export const agrees = new Phrases(
  'ofc|of course|sure thing|no problem|with pleasure|happily|gladly|certainly|consider it done|yes|yeah|yep',
);

/** "So it's me." */
export const soMe = new Phrases(
  "so it's me|then it's me|it's me then|that's me then|so that's me|so me then|me then",
);

/** Who has just taken something on sees that they cannot do it. */
export const givesUp = new Phrases(`
  i can't then|then i can't|no i can't|i can't after all|i can't do it|i can't do that|i tell a lie|what am i saying|actually no|ah no|oh no|i've lost|i won't be able|i'm out then|then i'm not|then i'm out|i'm not there|i'm away|i'm off then|maybe you're right|you're right|can somebody else|could somebody else|can someone else|could someone else|can anyone else|could anyone else|can anybody else|could anybody else
`);

/** Another one sees why they cannot, or should not. */
export const pointsOut = new Phrases(
  `you're off|you're away|you're out|you're on holiday|you are away|you've got enough|you have enough|you've enough|you've got the|you have the`,
);

/** With these another one takes it: "Let me, I've got the query.", "I'll have it then." */
export const takesNow = new Phrases(`
  let me|i'll have it|i'll take it|i'll take that|i'll do it|i'll do that|i'll write it|then it's me|so it's me|i take it|i do it|on it|leave that with me|leave it with me|i can do it|i can take it|i can do that|i'll
`);

/** Somebody is to have it instead. */
export const givesTo = new Phrases(`
  give it to|give that to|give this to|let * do it|let * do that|make it *'s|make that *'s|hand it to|hand that to|hand it over to|hand that over to|pass it to|pass that to|pass it over to|pass that over to
  does it instead|does it then|does that instead|does that then|takes it instead|takes it then|takes that instead|takes that then|has it instead|has it then|has that instead|has that then
`);

/** Of what another one has: "I'll do it instead.", "Let me take that from you." */
export const iWould = new Phrases("i'll|i will|let me|i'd rather|i can");
export const takeIt = new Phrases('take it|take that|take this|do it|do that|do this');
export const fromThem = new Phrases(
  'from you|from him|from her|off you|off him|off her|instead|myself',
);
export const thenIDo = new Phrases(
  'then i do it|then i do that|then i take it|then i take that|then i make it|then i make that',
);
/** "Give me the bar, I know where it goes." */
export const asksForIt = new Phrases('give me the|give me that|give me it|give me this');
/** "All yours.", "Gladly." */
export const lets = new Phrases(
  "all yours|it's yours|yours|gladly|with pleasure|even better|take it|please do|then i'm off|then i'm out|then i'm happily|you can have it",
);

/** Before what somebody takes over: "No, okay, I'll push it." */
export const beforeTaking = new Set(['no', 'okay', 'actually', 'then', 'wait', 'hang', 'on']);
export const wouldTake = new Phrases("i'll|i will|i'd|let me");
/** "I'll say it" takes over nothing. */
export const notTaking = new Set('say be guess think have like rather love prefer'.split(' '));
/** "I'll take it back." */
export const notTheirs = new Phrases(
  'take it back|take it home|take it away|take it with|take that back|take that home|take that away|take that with',
);
export const pronounOfIt = new Set('it them that those this'.split(' '));
