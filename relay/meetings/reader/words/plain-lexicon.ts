/** The words by which the reader knows what is plainly said in a short talk. */
import { Phrases } from './phrases.ts';
import type { Word } from './tagger.ts';

/** What people do with their hands, in its dictionary form; programs and rules do other things. */
export const handiwork = new Set(
  `add adjust announce ask automate backport benchmark book bring build bump call change check clean clear close collect compare configure convert coordinate create debug define deploy describe design disable document double draft drive email enable evaluate extend extract file finish fix follow gather get give handle help implement inform install integrate invite investigate lead look make measure merge migrate mock monitor move open order organise organize own pair patch pick plan polish port post prepare present profile prototype publish push put raise refactor release remove rename renew reorganise replace report reproduce research revert review revisit rewrite roll rotate run schedule send set share ship sketch sort speak split squash start summarise summarize supply sync take talk tell test tidy track train translate triage trim tune update upgrade upload verify watch wire work wrap write`.split(
    ' ',
  ),
);

/** "tests", also where the tagger has taken the verb for a noun. */
export function isHandiwork(word: Word | undefined): boolean {
  return word !== undefined && word.lower.endsWith('s') && handiwork.has(word.lemma);
}

/** Words with a capital letter of which none is somebody's name: who reads, when, and programs that teams speak of. */
export const noNames = new Set(
  `all everyone everybody anyone someone somebody nobody team guys folks hi hello thanks thank sorry morning we i you it he she they this that these those there here what who which when where why how if once until maybe perhaps both either each every nothing something one first second third next last finally meanwhile otherwise instead today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december the a an our my your his her their its let lets please action decision note todo users user customers customer clients client tests ci cd api postgres postgresql mysql sqlite redis kafka rabbitmq mongo mongodb docker kubernetes terraform jenkins github gitlab prettier eslint renovate dependabot sentry grafana prometheus slack jira stripe react vue angular node python java kotlin swift rust typescript javascript webpack vite nginx linux windows android chrome safari firefox`.split(
    ' ',
  ),
);

/** With these somebody takes work on in a short talk. */
export const commitment = new Phrases(
  `i'll|i will|ill|i'm going to|i am going to|i'm gonna|i am gonna|i shall|i'll also|i'll just|i'll then|i plan to|i commit to|i promise to|i can|i need to|i have to|i've got to|i must|i should|let me|i do|i take|i'm taking|i am taking|i'm picking up|i volunteer to|happy to`,
);

/** Behind a name: what that person does. */
export const duty = new Phrases(
  `will|will also|shall|should|must|can|to|is to|is going to|is gonna|needs to|has to`,
);

/** Behind or before a name: what that person is asked for. */
export const asksTo = new Phrases(
  `please|can you|could you|will you|would you|can you please|could you please|will you please|would you please|can you also|could you also|please also|you please|would you mind|i need you to|i want you to|i'd like you to`,
);

/** What all do from now on. */
export const weWill = new Phrases(
  `we'll|we will|we shall|we're going to|we are going to|we're gonna|we'll just|we will just|we'll also|we will also|we'll now|we will now|the plan is to|we're moving|we are moving|we're switching|we are switching|we're dropping|we are dropping|we're adopting|we are adopting|we're keeping|we are keeping|we're replacing|we are replacing|we're removing|we are removing`,
);

/** What is chosen is named behind these: "So the plan is Postgres, not Mongo". */
export const choiceIs = new Phrases(
  `the plan is|our plan is|the choice is|our choice is|the answer is|the outcome is`,
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
  `decision|decision made|decided|outcome|agreed|conclusion|conclusion then|resolution|verdict|resolved|let's decide|final call|final word`,
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

/** Words of days, which say nothing of a matter. */
export const dayWords = new Set(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight next week month day end morning afternoon evening noon lunch soon late latest early january february march april may june july august september october november december eow eod tmrw minute hour ready done high low priority urgent`.split(
    ' ',
  ),
);

/** Of these words those that name no matter. */
export const strongYesWords = new Set(
  'agree agreed good sound great happy fair plan idea'.split(' '),
);

/** Somebody is not there. */
export const away = new Phrases(
  `i'm on vacation|i'm on holiday|i'm on leave|i'm out|i'm off|i'm away|i am on vacation|i am on holiday|i am out|i am off|i am away|i'll be late|i'll be out|i'll be off|i'll be away|i'll be back|i will be late|i will be out|i will be off|i will be away|i will be back|day off|days off`,
);

/** What people do who come and go. */
export const notDone = new Set(
  'join leave arrive attend sleep relax listen travel eat drink rest'.split(' '),
);

/** More words of assent than elsewhere, where they are all that somebody says. */
export const briefYes = new Phrases(
  `makes sense|makes total sense|sounds ok|sounds okay|cool|perfect|works|yes please|why not|awesome|nice|got it|noted|understood|roger|copy that`,
);

/** These take note of something and settle nothing. */
export const thanks = new Phrases('thanks|thank you|good to know|nice to hear|great news');

/** With these somebody gives up what they were to do. */
export const givesUp = new Phrases(
  `i take that back|i take it back|i won't|i will not|i'll not|i won't bother|i'll leave it|i'll leave that|i'll leave this|i'll leave them|i'll leave it alone|i'll leave that alone|i'll leave them alone|i'll leave it as it is|i'll hold off|i'll skip it|i'll skip that|i'll drop it|i'll drop that|i'd better not|i better not|i don't need to|i don't have to|i needn't|no need to|i'm not doing it|i'm not doing that|all yours|it's all yours|one less thing|one thing less|less work for me|i'll stop|i'll pass|not me then`,
);

/** Behind these words it goes on, with somebody else or later. */
export const notGivenUp = new Set(
  'to for with until till before unless if when because open out off'.split(' '),
);

/** What was settled is off. */
export const drops = new Phrases(
  `drop that|drop it|drop this|forget it|forget that|forget the|forget about|forget about the|never mind|never mind the|nevermind|skip that|skip it|skip the|scratch that|scratch the|scrap that|scrap it|scrap the|abandon that|abandon it|abandon the|let it go|let that go|bin it|bin that|bin the|ditch it|ditch that|ditch the|is off the table|are off the table|is off then|is out then|is dead then|we won't do it|we won't do that|not doing it|not doing that|let's not do it|let's not do that|don't do it then|then let's not|let's not then|then we don't|we don't then`,
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
  `no need|not needed|don't need it|don't need that|don't need them|don't need this|don't need it any more|don't need that any more|don't need it anymore|don't need that anymore|no longer need it|no longer need that|no longer need them|i did that|i did it|i did that yesterday|i did it yesterday|i've done that|i've done it|already done|already did|already did it|already did that|did that already|did it already|i've already|i already did|i already have|has already done|have already done`,
);

/** With these a team goes back to what was before. */
export const returns = new Phrases(
  `we stay|we stay on|we stay with|we'll stay|we keep|we'll keep|we stick|we'll stick|we leave|we'll leave|let's stay|let's keep|let's stick|let's leave|we're staying|we're keeping|we're sticking`,
);

/** Behind what is chosen. */
export const itIs = new Phrases('it is|it is then');

/** Who says so tells what stands against something. */
export const obstacles = new Phrases('still');

/** How a motion is put in a formal meeting. */
export const motions = new Phrases('i move that|i move to|i move we');

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
  `someone has to|somebody has to|someone needs to|somebody needs to|someone should|somebody should|someone must|somebody must`,
);

/** Before what is to be done, where somebody asks how far it is. */
export const haveYou = new Phrases('did you|have you');

/** How urgent something is, before what it is. */
export const urgency = new Phrases(
  `high priority|top priority|low priority|medium priority|urgent|important|asap`,
);

/** "I'm on it", "I can, but only on Monday". */
export const takesUp =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|fine|right|good|great|agreed|certainly)[,.!]? )*(?:(?:i['’]m |i am )?on it\b|(?:i['’]ll|i will|i can|let me|i['’]m going to) (?:do|take|handle|own|fix|build|write|grab|pick up|get) (?:it|that|this)\b(?! (?:back|away))|i (?:can|will),? (?:but|by|on|until|next|tomorrow|today)\b|will do\b|(?:leave|give) (?:it|that) (?:with|to) me\b|(?:it['’]s|that['’]s) (?:mine|on me)\b)/i;

/** Who says so speaks of what has to be done, and not of their own work. */
export const needs = new Phrases('need|needs');

/** To do so is only to tell somebody about a file. */
export const tells = new Set('ask tell send call mail inform show'.split(' '));

/** "I change it tomorrow, it's one setting in `infra/backup.tf`." */
export const tellsWhere = new Phrases(`it's|it is`);
