/** The words by which the reader knows who does what in a short talk. */
import { anyOf } from './any-of.ts';
import { Phrases } from './phrases.ts';
import type { Word } from './tagger.ts';

/** What people do with their hands, in its dictionary form; programs and rules do other things. */
export const handiwork = new Set(
  `add adjust announce annotate archive arrange ask automate backfill backport benchmark book bring build bump call change check circulate clarify clean clear close collect compare configure convert chase contact coordinate create debug define delete deliver deploy describe design disable distribute document double draft drive email enable evaluate extend extract file finish fix follow forward gather get give handle help implement inform install integrate invite investigate lead load look make measure merge migrate mock monitor move obtain open order organise organize own pair patch pick ping plan polish port post prepare present profile procure prototype provide publish purchase push put raise reach refactor release remove rename renew reorganise replace report reproduce rerun research resend restore resubmit retrain revert review revisit rewrite roll rotate run schedule send set share ship sketch sort speak split squash start submit summarise summarize supply sync take talk tell test tidy track train translate triage trim tune update upgrade upload verify watch wire work wrap write`.split(
    ' ',
  ),
);

/** Before a name: who says so wants that person to do something. */
export const wishes = new Phrases(`i'd like|i would like|i want|i need|we need|we want|we'd like`);

/** Who does so with what another one makes shares its work. */
export const readsOver = new Set(['read', 'reread', 'proofread']);

/** "tests", also where the tagger has taken the verb for a noun. */
export function isHandiwork(word: Word | undefined): boolean {
  if (word?.lower === 'does') return true;
  return word !== undefined && word.lower.endsWith('s') && handiwork.has(word.lemma);
}

/** Words with a capital letter of which none is somebody's name: who reads, when, and programs that teams speak of. */
export const noNames = new Set(
  `marketing sales support legal finance hr design engineering management procurement compliance all everyone everybody anyone someone somebody nobody team guys folks hi hello thanks thank sorry happy glad morning we i you it he she they this that these those there here what who which when where why how if once until maybe perhaps both either each every nothing something one first second third next last finally meanwhile otherwise instead today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december the a an our my your his her their its let lets please action decision note todo users user customers customer clients client tests ci cd api postgres postgresql mysql sqlite redis kafka rabbitmq mongo mongodb docker kubernetes terraform jenkins github gitlab prettier eslint renovate dependabot sentry grafana prometheus slack jira stripe react vue angular node python java kotlin swift rust typescript javascript webpack vite nginx linux windows android chrome safari firefox`.split(
    ' ',
  ),
);

/** With these somebody takes work on in a short talk. */
export const commitment = new Phrases(
  `i'll|i will|ill|i'm going to|i am going to|i'm gonna|i am gonna|i shall|i'll also|i'll just|i'll then|i plan to|i commit to|i promise to|i can|i need to|i have to|i've got to|i must|i should|let me|i do|i take|i'm taking|i am taking|i'm picking up|i volunteer to|happy to`,
);

/** Behind a name: what that person does. */
export const duty = new Phrases(
  `will|will also|shall|should|must|can|to|is to|is going to|is gonna|needs to|has to|promised to|agreed to|offered to|volunteered to|was asked to`,
);

/** Behind or before a name: what that person is asked for. */
export const asksTo = new Phrases(
  `please|would you be able to|are you able to|would you like to|i'd like you to|can you|could you|will you|would you|can you please|could you please|will you please|would you please|can you also|could you also|please also|you please|would you mind|i need you to|i want you to|i'd like you to`,
);

/** Words of days, which say nothing of a matter. */
export const dayWords = new Set(
  `monday tuesday wednesday thursday friday saturday sunday weekend today tomorrow tonight next week month day end morning afternoon evening noon lunch soon late latest early january february march april may june july august september october november december eow eod tmrw minute hour ready done high low priority urgent`.split(
    ' ',
  ),
);

/** Somebody is not there. */
export const away = new Phrases(
  `i'll be on vacation|i'll be on holiday|i'll be on leave|i'll be out of office|i'm out of office|i'm on vacation|i'm on holiday|i'm on leave|i'm out|i'm off|i'm away|i am on vacation|i am on holiday|i am out|i am off|i am away|i'll be late|i'll be out|i'll be off|i'll be away|i'll be back|i will be late|i will be out|i will be off|i will be away|i will be back|day off|days off|is on vacation|is on holiday|is on leave|he's on vacation|he's on holiday|he's on leave|she's on vacation|she's on holiday|she's on leave|they're on vacation|they're on holiday`,
);

/** What people do who come and go. */
export const notDone = new Set(
  'join leave arrive attend sleep relax listen travel eat drink rest'.split(' '),
);

/** What is no answer with work in it: somebody has no time. */
export const noTime = new Phrases(
  `no time|no capacity|not this week|i'm swamped|i am swamped|i'm too busy|i can't|i cannot|i'm afraid not|i'm afraid i can't|not me|rather not`,
);

/** Who sends, answers or tells something is none of the team. */
export const outsiders = new Set(
  'vendor vendors customer customers client clients supplier suppliers provider partner partners bank agency hr candidate candidates manager managers boss lawyer lawyers accountant accountants auditor auditors landlord'.split(
    ' ',
  ),
);

/** Of what one does on a call, and not for the team. */
export const ofTheCall = new Set(
  'screen mic microphone camera video slide slides deck recording lunch coffee tea food pizza break'.split(
    ' ',
  ),
);

/** These are work, where they are not of the call itself: "I'll run the benchmarks". */
export const worksOn = new Set(
  'run order buy turn switch ask tell look check reach chase'.split(' '),
);

/** "The docs are mine.", "Writing the docs is on me." */
export const isMine =
  /^(?:the|this|that|these|those|\p{L}+ing)\b.* (?:is|are) (?:mine|on me)[.!]*$/iu;

/** Somebody does not take work on. */
export const cannot = new Phrases(`i can't|i cannot|i can not|i won't|i will not|i have no time`);

/** "Bob, you own the release notes." */
export const ownsIt = new Phrases(
  `you own|you take|you've got|you're on|you do|you handle|you're responsible for|you are responsible for`,
);

/** "Great, Bob, please do it.": what was just said. */
export const doThat = new Phrases(
  `do it|do that|do this|take it|take that|take this|take care of it|take care of that|handle it|handle that|own it|own that|fix it|make it happen|start it|start that|start with that|look into it|look into that|look at it|look at that`,
);

/** Before what is to be done, whoever does it. */
export const someoneDoes = new Phrases(
  `i need somebody to|i need someone to|we need somebody to|we need someone to|someone has to|somebody has to|someone needs to|somebody needs to|someone should|somebody should|someone must|somebody must`,
);

/** "Ben's task is to write the docs." */
export const taskIs = new Phrases(`task is to|job is to`);

/** "Vik, you'll do that?" */
export const youWill = new Phrases(`you'll|you will`);

/** Before what anybody is asked to do. */
export const asksAnyone = new Phrases(
  `can somebody|could somebody|can someone|could someone|can anyone|could anyone|can anybody|could anybody|can somebody else|could somebody else|can someone else|could someone else|can anyone else|could anyone else|can anybody else|could anybody else|did anyone|did anybody|did someone|did somebody|has anyone|has anybody|has someone|has somebody`,
);

/** Before what somebody offers to do. */
export const shallI = new Phrases(`shall i|should i|can i|could i`);

/** Yes to a request, and nothing of its matter. */
export const mereYes = new Phrases(
  `no problem|np|ofc|of course|sure thing|no worries|with pleasure|will do|you got it|you've got it|ya np`,
);

/** Before what is to be done, where somebody asks how far it is. */
export const haveYou = new Phrases('did you|have you');

/** How urgent something is, before what it is. */
export const urgency = new Phrases(
  `high priority|top priority|low priority|medium priority|urgent|important|asap`,
);

/** "I'm on it", "I can, but only on Monday". */
export const takesUp = anyOf(
  [
    String.raw`(?:i['’]m |i am )?on it\b`,
    String.raw`(?:i['’]ll|i will|i can|let me|i['’]m going to) (?:do|take|handle|own|fix|build|write|grab|pick up|get) (?:it|that|this)\b(?! (?:back|away))`,
    String.raw`i (?:can|will),? (?:but|by|on|until|next|tomorrow|today)\b`,
    String.raw`will do\b`,
    String.raw`gimme\b(?! an?| one| a)`,
    String.raw`(?:i['’]?ll |will |gonna |imma |ima )(?:configure|set up|sort|check|change|update|add|grab|fix|do|take|start) (?:it|that|this|that one|this one|them)\b`,
    String.raw`doing (?:it|that|this)\b`,
    String.raw`(?:leave|give) (?:it|that|those|them) (?:with|to) me\b`,
    String.raw`(?:it['’]s|that['’]s) (?:mine|on me)\b`,
  ],
  {
    before: '^(?:(?:yes|yeah|yep|ok|okay|sure|fine|right|good|great|agreed|certainly)[,.!]? )*',
    after: '',
  },
);

/** "I'll look into it.", "Let me take a quick look." */
export const looksInto = anyOf(
  [
    'look into (?:it|that|this)',
    String.raw`(?:take|have) a (?:\p{L}+ )?look(?! at (?!it\b|that\b|this\b))`,
  ],
  {
    before: String.raw`^(?:(?:yes|yeah|ok|okay|sure|fine|right|good|hm+|oh),? )*(?:i['’]ll|i will|i can|let me) (?:also )?`,
    after: String.raw`\b`,
    flags: 'iu',
  },
);

/** "I still owe you the review." */
export const owes = /^(?:and |but |yes,? )?i (?:still )?owe (?:you|them|him|her|us|everyone)\b/i;

/** Who says so speaks of what has to be done, and not of their own work. */
export const needs = new Phrases('need|needs');

/** To do so is only to tell somebody about a file. */
export const tells = new Set('ask tell send call mail inform show'.split(' '));

/** "I change it tomorrow, it's one setting in `infra/backup.tf`." */
export const tellsWhere = new Phrases(`it's|it is`);

/** Somebody would do it, and does not; asks what becomes of themself; or can bear what was said. */
export const wouldBut =
  /\bi['’]?d (?:do|have|take|make|write|love|gladly)\b[^.?!]*\bbut\b|^(?:so |and )?(?:will|do|would|am) i\b|\bthat(?: one)? i can (?:live with|stomach|bear|sell|sign|see|imagine|understand|follow|support|accept|agree)\b/i;
