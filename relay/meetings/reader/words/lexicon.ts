/** The words that the reader knows, by what people do with them. What they weigh stands in `weights.json`. */
import { Phrases } from './phrases.ts';

/** Yes, said so that it can only mean the proposal. */
export const strongYes = new Phrases(`
  agreed|i agree|we agree|totally agree|fully agree|sounds good|sounds great|sounds right|sounds reasonable|sounds fine|sounds like a plan
  works for me|work for me|that works|that'll work|fine by me|fine with me|fine for me|good with me|good by me|good for me|ok with me|okay with me|ok for me|okay for me
  ok by me|okay by me|cool with me|i'm in|i'm on board|on board|i'm good with|i'm fine with|i'm ok with|i'm okay with|i'm happy with|i'm cool with|i'm for it|i'm for that
  i can live with|we can live with|can live with|no objection|no objections|no concerns|no complaints|not against|nothing against|i have nothing against|+1|plus one|-1 from nobody|seconded|i second|second that
  good idea|good call|great idea|great call|good plan|good point let's|nice idea|love it|love that|i like it|i like that|like that|i like this
  do it|let's do it|let's do that|let's do this|let's go for it|let's go with that|let's go with it|let's try that|let's go|go for it|go ahead|ship it|deal|sold|you convinced me|i'm convinced|you've convinced me|i'm sold|you sold me
  you win|you have a point|you've got a point|i'll take that|same here|same for me|same opinion|lgtm|thumbs up|count me in|i'd support that|i support that|can't complain|i'd love that|i'm with you|with you on that|i'm with|👍|✅|:+1|:thumbsup|:white_check_mark|:heavy_check_mark|💯
  let's lock it in|lock it in|let's lock that|make it so|approved|accepted|granted|settled|done deal|all for it|all in favour|all in favor|in favour|in favor|i'm not going to fight|i won't fight|not going to fight|happy with that|good with that|fine with that|ok with that|okay with that|we can do that|let's do so|that's fair|fair enough|i'd be happy with that|i would do that|i'd do that|makes sense to me|better|much better|that's better
  i give in|i'll go along|i can go along|i'm not blocking|won't block|not blocking|disagree and commit|i'll commit|can we all live with that
`);

/** No, or not this. */
export const refusal = new Phrases(`
  no|nope|nah|i disagree|disagree|i don't think|i do not think|don't think so|not convinced|not so sure|not sure|i'm not sure|i'm against|against it|against that|i'd rather not|rather not|bad idea|terrible idea|-1|minus one|won't work|doesn't work|does not work|wouldn't work|will not work|can't work|i'm worried|worries me|my worry|my concern|a concern|i don't like|do not like|not a fan|not a big fan|hard no|over my dead body|too risky|too early|too much|overkill|not now|no way|absolutely not|i can't|can't do|let's not|please don't|please no|not happy|i'd be careful|hmm|hm|the problem is|the trouble is|problem with|trouble with|that's a lot|not worth|never going to happen|out of the question|i'd push back|push back|i object|objection|veto|that breaks|that would break|we can't|we cannot|not a good|not the right|no no|too expensive|too slow|too complicated|too big|disagree with|not going to work|wait|hold on|unless|except|i hate|hate that|not keen|isn't worth|is not worth|that's scope creep|scope creep|out of scope|nice try|dream on|very funny|good luck with|sounds risky|sounds expensive|feels wrong|feels risky|feels like|i doubt|doubt it|doubt that
`);

/** What keeps an utterance from being meant as settled. */
export const hedge = new Phrases(`
  maybe|perhaps|possibly|might|may|i wonder|wondering|wonder|i guess|i suppose|thinking out loud|think out loud|just an idea|just a thought|crazy idea|wild idea|at some point|some day|someday|one day|in theory|ideally|would be nice|would be cool|would be great|would be fun|would love to|wouldn't it be|i wish|eventually|not sure|no idea|dunno|don't know|i don't know|tempted|half tempted|part of me|sort of|kind of|kinda|if anything|potentially|hypothetically|theoretically|could always|in an ideal world|in a perfect world|who knows|let's say|say we|suppose|imagine|assuming|assume|pretend|what if
`);

/** The matter is put off. */
export const deferral = new Phrases(`
  let's discuss|let's talk|let's think|let's see|let's wait|let's revisit|let's park|let's not decide|let's sleep|let's come back|let's circle back|let's take it offline|let's take that offline|let's table|come back to|circle back|park it|park that|park this|parking lot|table it|table that|take it offline|take that offline|take this offline|offline|another day|another time|another meeting|next time|sleep on it|need more data|needs more data|think about it|think about that|think it over|haven't decided|have not decided|not decided|undecided|no decision|didn't decide|open question|leave it open|leaving it open|leave that open|still open|not today|separate discussion|separate meeting|out of scope for today|some other time|nobody decided|to be decided|tbd|up in the air|too early to say|too early to tell|we'll see|revisit
`);

/** The words that say that it is settled, with the content behind them. */
export const explicit = new Phrases(`
  we decided|we've decided|we have decided|we agreed|we've agreed|we have agreed|we all agreed|we all agree|we're agreed|we are agreed|it's agreed|it is agreed|it was agreed|it was therefore agreed|it was then agreed|it was finally agreed|it was also agreed|it was further agreed|it was therefore decided|it was resolved|it's decided|it is decided|it was decided|it's settled that|is decided|the team decided|the team agreed|the group agreed|the group decided|the group settled on|the group resolved|the group chose|the group opted|the group concluded|the committee agreed|the committee decided|the committee settled on|the committee resolved|the committee chose|the committee opted|the committee concluded|the meeting agreed|the meeting decided|the meeting settled on|the meeting resolved|the meeting chose|the meeting opted|the meeting concluded|the panel agreed|the panel decided|the panel settled on|the panel resolved|the panel chose|the panel opted|the panel concluded|the chair agreed|the chair decided|the chair settled on|the chair resolved|the chair chose|the chair opted|the chair concluded|the assembly agreed|the assembly decided|the assembly settled on|the assembly resolved|the assembly chose|the assembly opted|the assembly concluded|the team settled on|the team chose|the team resolved|everyone agreed|everybody agreed|we settled on|we've settled on|we have settled on|we chose|we've chosen|we have chosen|we opted|we concluded|we landed on|we've landed on|we're landing on|we ended up with|the decision is|decision is|our decision is|the decision then is|final decision|final answer|the verdict is|verdict is|the consensus is|consensus is|we have consensus|there's consensus|we're going with|we are going with|we'll go with|we will go with|we'll go for|we go with|we go for|we're going for|going with|let's go with|let's go for|lets go with|i'm calling it|calling it|the call is|my call is|let's lock in|we're locking in|locking in|we're sticking with|we'll stick with|we stick with|let's stick with|let's stick to|let's settle on|settling on|let's make it|we commit to|we're committing to|resolved
`);

/** Words behind content that settle it: "Postgres it is". */
export const settlesBefore = new Phrases(`
  it is|it is then|that's settled|is settled|that's decided|is decided|that's agreed|is agreed|that's final|is final|wins|it stays|is the plan|is the decision|is our decision|is what we do|is what we'll do|is what we're doing
`);

/** The end of a discussion, which means what was proposed last. */
export const closing = new Phrases(`
  that's settled|that is settled|it's settled|it is settled|settled then|settled|that's decided|it's decided|decided then|decided|done then|that's agreed|we're agreed|we are agreed|we're all agreed|agreed then|all agreed|everyone agrees|everybody agrees|so agreed|that's the plan|that's our plan|that's the decision|that's the call|that's a decision|that's what we do|that's what we'll do|that's what we're doing|then that's it|that's it then|let's do that then|let's do it then|let's do that|so be it|motion carried|carried|i'll write that down|i'll write it down|writing that down|writing it down|i'll note that|i'll note it|noted as decided|noting that|i'll put it in the notes|i'll record that|i'll minute that|consider it done|call it decided|final|okay moving on|so that's done|decision made|we have a decision|that's decided then|good then|that's that|any objections no|going once|hearing none|hearing no objections|no objections then|nobody objects|then we're done|it's a deal|then we do that|then we do it|let's leave it at that
`);

/** Who is against, speak now: silence or "no" is a yes. */
export const callsForObjections = new Phrases(`
  anyone against|anybody against|anyone opposed|anybody opposed|any objection|any objections|objections|does anyone object|anyone object|anybody object|does anybody object|anyone disagree|anybody disagree|does anyone disagree|anyone not happy|anybody unhappy|anyone unhappy|anyone not ok|any concerns|any last objections|speak now|anyone has a problem|anyone have a problem|anybody have a problem|anyone see a problem|anyone see a reason|can everyone live with|everyone ok|everyone okay|everybody ok|everybody okay|everyone happy|everybody happy|everyone fine|everybody fine|all good with|is everyone ok|is everyone okay|is everybody ok|are we agreed|are we all agreed|do we agree|do we all agree|we all agree|agreed everyone|is that ok for everyone|ok for everyone|okay for everyone|does that work for everyone|works for everyone|any pushback|anyone mind|does anyone mind|can we live with
`);

/** What was said or decided is taken back. */
export const reversal = new Phrases(`
  scratch that|scratch the|scratch what|scrap what|ignore what i said|disregard what i said|don't do that|do not do that|don't do it then|leave it as it is|scrap that|scrap the|scrap it|scrap this|strike that|forget the|drop that again|out again|back out again|let's not do that|let's not do it|not doing that after all|revert it|revert the|reversing us|i'm reversing|we're reversing|so i'm reversing|actually let's|actually make it|actually make that|make that|so corrected|i correct|let me correct|agreement withdrawn|withdrawn|call that off|call it off|calling it off|pull that back|i'm pulling that|undo the last|strike the|cancel the|not any more|forget that|forget what i said|forget what we said|forget it|forget about|on second thought|on second thoughts|second thoughts|having second thoughts|thinking about it more|now that i think about it|changed my mind|change my mind|changing my mind|change our mind|change our minds|changed our minds|i take that back|take that back|i take it back|take it back|i was wrong|we were wrong|never mind|nevermind|let's go back|go back to|going back to|go back on|back out of|let's undo|undo that|undo the|let's reverse|reverse that|reverse the|reversing|revert that|revert the decision|let's revert to|revisit what|revisit that|revisit the|reopen|overturn|overrule|cancel that|cancel what|that changes things|that changes everything|changes everything|change of plan|change of plans|instead of what we|what we said earlier|what we agreed earlier|what we decided earlier|what i said earlier|what we said before|said earlier|decided earlier|agreed earlier|agreed on earlier|contrary to|we can't then|after all|not after all|drop what we|undo what|back to square one|kills that|that kills|so no to|i withdraw|withdraw|let me walk that back|walk that back|walk back|flip that|flip it|let's flip|hold on actually|wait actually|actually wait|actually no|no wait|actually hold on|correction|let's not then|then let's not|supersedes|takes back|taking back|i retract|retract|i take back my|take back my|take mine back|scratch everybody|scratch all|scratch my
`);

/** Told about another time. */
export const past = new Phrases(`
  last quarter|last year|last month|last sprint|last week|last time|last summer|last winter|last spring|last autumn|last fall|last release|last retro|last monday|last tuesday|last wednesday|last thursday|last friday|ago|yesterday|previously|used to|originally|at the time|back then|back in|back when|earlier this year|earlier this month|before i joined|before i started|a while back|remember when|in my last|at my last|in my old|at my old|my previous|our previous|at my previous|the previous team|in the old days|once upon|historically|in january we|the other day|years back|in 2019|in 2020|in 2021|in 2022|in 2023|in 2024|in 2025|the first time|the last time|in the beginning|already decided|was decided|had decided|had agreed|i thought we|didn't we|weren't we|wasn't it|so far we|until now we|this morning we
`);

/** Somebody else's words or choice. */
export const reported = new Phrases(`
  they decided|they agreed|they chose|they want|they wanted|they said|they told|they asked|they went with|they're going with|they are going with|they'll|they will|they should|he said|she said|he wants|she wants|he told|she told|he thinks|she thinks|he decided|she decided|apparently|supposedly|allegedly|i heard|i read|someone said|somebody said|somebody told|people say|the vendor|the blog|the article|the docs say|documentation says|marketing wants|sales wants|legal wants|management wants|according to|told me|told us|the customer wants|customers want|customer asked|the client wants|the client asked|the old team|other team|another team|other company|competitor|the ceo wants|wants us to|says we should|said we should|keeps saying|always says|used to say
`);

/** If, and what would be. */
export const conditional = new Phrases(
  `if|unless|in case|provided that|as long as|assuming|suppose|supposing|depending on|depends on|would have|could have|should have|would've|could've|should've|whether|had we|were we`,
);

/** Not meant. */
export const joke = new Phrases(`
  just kidding|kidding|joking|just joking|haha|hahaha|ha|lol|:)|;)|:d|😂|🤣|😅|🙃|[laughs]|laughs|laughing|laughter|(laughs)|sarcasm|what could possibly go wrong|what could go wrong|because that went so well|that went well|went so well|brilliant idea|genius|oh great|yeah right|yeah sure|sure sure|oh sure|in cobol|in assembly|rewrite everything|rewrite the whole thing|rewrite it all|set it on fire|burn it|delete production|fire everyone|quit|retire|buy a boat|move to a farm|goats|goat farm|hire a wizard|magic|unicorn|blockchain|pigeon|pigeons|funeral|gravestone|tombstone|sulk|carrier pigeon|carrier pigeons|fax
`);

/** Openings of a proposal, by how firm they are. */
export const firmProposal = new Phrases(
  `let's|lets|let us|i propose|i'd propose|i would propose|i suggest|i'd suggest|i would suggest|my proposal is|my proposal|i vote|i'd vote|my vote is|my vote|we should|we should just|we ought to|we must|we have to|we've to|we need to|we gotta|we'd better|i'd go with|i would go with|i'd go for|i say we|i'd say we|i'd say|i would say|proposal|i'd propose that we|i'd propose we|i'd propose to|i'd propose|i'd also propose that we|i'd also propose we|i'd also propose to|i'd also propose|i would propose that we|i would propose we|i would propose|i'd suggest that we|i'd suggest we|i'd also suggest that we|i'd also suggest we|my suggestion would be to|my suggestion is to|my proposal is to|my proposal would be to`,
);
export const softProposal = new Phrases(
  `we could|we can|i'd rather|i would rather|i'd prefer|i would prefer|i prefer|my preference is|my preference would be|i'd like us to|i would like us to|i want us to|i'd like to|i'd keep|i'd drop|i'd use|i'd start|i'd leave|i'd make|i'd split|i'd put|i'd move|i'd do|i'd add|i'd call|i'd cut|i would keep|i would drop|i would use|i would start|i would leave|i would make|i would split|i would put|i would move|i would do|i would add|i'm leaning towards|i'm leaning toward|i lean towards|i lean toward|leaning towards|leaning toward|i'm for|i'd be for|what about|how about|what if we|what if|why don't we|why not just|why not|can we|can't we|could we|couldn't we|shall we|should we|should we just|do we want to|do we just|are we going to|are we going with|would it make sense to|does it make sense to|wouldn't it be better to|it would be better to|it'd be better to|would be better to|better to|best to|it makes sense to|makes sense to|it's safer to|safer to|easier to|it's easier to|simpler to|simplest is to|simplest thing is to|the simplest thing is to|the easiest is to|the alternative is|alternative is|alternatively|it's better we|is better we|better we|is better to|the other option is|one option is|another option is|we might|i think we|maybe we|so we`,
);

/** A plan as if it were settled. */
export const plan = new Phrases(
  `we'll|we will|we shall|we're going to|we are going to|we're gonna|we are gonna|we won't|we will not|we're not going to|we are not going to|we aren't going to|we're not|we don't|we do not|we never|we no longer|from now on|going forward|from here on|nobody|no one|no more|no new|everyone|everybody|every|all new|each`,
);

/** After "let's", "I'll" or "can you": the talk itself, and no work. */
export const talkVerbs = new Phrases(`
  see|be|say|think|talk|discuss|summarize|summarise|sum up|start with|start|begin|move on|move to the next|move along|jump|dive|hear|continue|carry on|go around|go round|go through|go on|go over|go first|go next|go to the next|go back to the agenda|wrap|wrap up|wait|pause|hope|assume|imagine|pretend|suppose|face it|grab|get coffee|get some coffee|get lunch|get going|get started|get back to|get out|take five|take a break|take a step back|take a look at the|break|recap|quickly|admit|bet|guess|believe|let you|let them|let him|let her|share|share my|mute|unmute|bring up|pull up|pull it up|pull that up|turn on|turn off my|stop there|stop here|stop sharing|stop talking|pass|bite|repeat|rephrase|read out|read it|read that|skip|give you|give it a second|give it another minute|show you|show|tell you|ask|explain|add that|note that|drop off|drop in|hop|run|leave you|leave now|head|need|miss|have to|never|always|just say|just share|just start|keep it short|keep it brief|keep this short|keep going|keep moving|be quick|be right|be honest|be back|be late|be there|be out|be off|hand over|hand it|stay here|sit|eat|remember|forget|spare you|save you|play|second|time box|timebox|warn you|defer to|go get|come back|circle back|stick around|do my best|try to be|look|get you|not|circle|sync|catch up|catch you|chat|call it a day|call it|end here|end it here|close here|finish here|finish early|start the recording|hit record|record this|put my|close my|switch my|fix my camera|open the window|talk about|focus|stay focused|stay on|zoom|scroll|screen|paste the link|drop the link|drop a link|paste it|paste|say it|speak|go ahead|keep that in mind|keep it in mind|take questions|take that as|take the blame|take it as|regret|die|cry|sulk|sleep|moan|weep|scream|eat my hat|buy|order|celebrate|hug
`);

/** Requests about the meeting itself. */
export const talkRequests = new Phrases(`
  hear me|see my|see it|see the screen|see that|see this|repeat|say that|say it|mute|unmute|speak up|speak|share|share your screen|scroll|zoom|explain|remind me|remind us|tell me|tell us|elaborate|clarify|give us an update|give an update|go first|start|go next|talk|talk about|walk us|walk me|show|imagine|believe|guess|think of|hear|see|stop|wait|hold|be quiet|go ahead|give me a second|give us|read it|read that out|not|understand|say more|expand|catch that|summarize|summarise|please not|go on|continue|move on|close the door|open the window|turn on your|turn your|pass me|pass the|help me understand|live with|handle|imagine that|please repeat|come closer
`);

/** "I will": what a person takes on. */
export const promise = new Phrases(
  `i'll|i will|ill|i'm going to|i am going to|i'm gonna|i am gonna|i shall|i'll be|i'll also|i'll just|i'll then|i plan to|i'm planning to|i commit to|i promise to|i aim to|i intend to|i'd take|i volunteer to|i'm happy to|i am happy to|happy to|glad to|i'd be happy to|i'm taking|i'm picking up|i take|i'll happily|i'll quickly|i'll personally`,
);
export const offer = new Phrases(
  `i can|i could|i might|i may|i'd like to|i would like to|i want to|i need to|i have to|i should|i must|i've got to|i gotta|let me|i'd love to|i would|i'd`,
);

/** Takes on what was spoken of before. */
export const takesOn = new Phrases(`
  leave it with me|leave that with me|leave it to me|leave that to me|on it|i'm on it|i am on it|i got it|i got this|i got that|i've got it|i've got this|i've got that|i'll take it|i'll take that|i'll take this|i'll take that one|i'll take this one|i'll do it|i'll do that|i'll do this|i will do it|i will do that|i will take it|i will take that|i can take it|i can take that|i can take this|i can take that one|i can do it|i can do that|i can do this|i could do that|i could take that|i'll own it|i'll own that|i'll own this|i'll handle it|i'll handle that|i can handle it|i can handle that|i can own that|i'll pick it up|i'll pick that up|i'll pick this up|i can pick that up|i can pick it up|that's mine|that's on me|it's on me|that one's mine|mine|i volunteer|i'll volunteer|put me down|assign it to me|assign that to me|assign me|put it on me|put it on my list|will do|can do|consider it done|i'm happy to|happy to|i'd be happy to|happy to do it|happy to do that|happy to take it|happy to take that|i'll get on it|i'll get it done|i'll see to it|i'll look after it|i'll look after that|i'll get that done|i'll sort it|i'll sort that|i'll sort it out|that's me|i'm taking it|i'm taking that|i take it|i take that|i take this|i'll look into it|i'll look into that|i can look into it|i can look into that|let me take that|let me take it|let me do that|let me do it|let me handle that|give it to me|give that to me|i'll grab it|i'll grab that|i can grab that|i can grab it|i do it|i do that|i make it|it's yours|i'm doing it|we do it|we do that|i'm changing it|i send it|i change it|i fix it|i write it|i build it|i check it|i bring it|my team does that|writing it now|doing it now|will take it|will take that|will take this|taking it|taking this|taking that|me|i will make it|i'll give it a go|i'll give it a try|i will handle it|i will handle that|i'll be on it|mine then|i'd take that|i'd take it|🙋|🙋‍♀️|🙋‍♂️|:raising_hand
`);

/** Somebody, but who? */
export const someone = new Phrases(
  `somebody|someone|anyone|anybody|who|one of us|one of you|whoever|volunteers|a volunteer|any volunteers`,
);

export const whenAsked = new Phrases(
  `by when|when can|when could|when will|when do you|when would|until when|what's the deadline|what is the deadline|deadline|eta|any eta|how soon|when's that|what day|which day|when is that|when does`,
);

/** Where speech recognition has left out a full stop. */
export const startsClause = new Phrases(
  `okay|ok|so we|so i|so let's|so the|so it|so that's|so then|but i|but we|but it|but the|and then|and i'll|and i|and we|and so|then we|then i|yeah|yes|right|alright|i'll|i'd|i think|let's|lets|can you|could you|we should|we could|what about|how about|because|anyway|next|oh|well|someone|somebody|who|thursday then`,
);

/** Verbs that say too little to tell one matter from another. */
export const lightWords = new Set(
  `todo mr mrs ms dr go do make use keep take get have be let think want need put say see come give know mean look try start tell thing stuff way one bit lot okay ok yes yeah no right well good fine just really actually then now today maybe also still even guess sort kind point time something anything everything nothing someone somebody people day like call really sure nice great work be not can will would should could 'll 's 're 'd 've`.split(
    ' ',
  ),
);

/** Something stays or comes as it is to be. */
export const keeps = new Phrases(
  `stays|stay|keep|keeps|leave|leaves|wait|waits|goes|go|comes|gets|get|starts|start|begins|begin|stop|stops|drop|drops|use|take|make|split|call|called|ship|ships|move|moves|put|remove|merge|add|run|runs|is in|is out|are out`,
);
export const exclusive = new Phrases(
  `no more|no new|only|at most|at least|for now|until|till|instead of|rather than|not before|first|later|once|per|each|every|always|never|from now on|without|both|either`,
);
export const norm = new Phrases(
  `has to|have to|must|should|needs to|need to|is required|required|is allowed|not allowed|ought to|supposed to`,
);
/** How somebody judges a proposal, which is neither yes nor no by itself. */
export const opinion = new Phrases(
  `good enough|better|fits|holds|honest|sane|simple|easy|cleaner|clean|kinder|fair|decent|tolerable|okay|works|enough|happy|fine|convinced|covers|safe|safer|reasonable|comfortable`,
);

/** What is asked of somebody. */
export const requestYou = new Phrases(
  `can you|could you|would you|will you|can you please|could you please|would you mind|do you mind|are you able to|you could|you can|you should|you will|you'll|you do|you take|you two|you're on|would you two|can one of you|could one of you|can somebody|can someone|could somebody|could someone|can anyone|could anyone|can anybody|who can|who could|who will|who takes|who does|who wants to|who's going to|i need you to|i want you to|i'd like you to|may i ask you to|can i ask you to|please|make sure you|don't forget to|you keep|you ask|you tell|up for|is that something for you|want to take|want to do|have time to|you mind`,
);

/** Behind these stands when something has to be done. */
export const dueWords = new Phrases(
  `by|until|till|before|due|today|tonight|tomorrow|this afternoon|this morning|this evening|this week|next week|end of|in two|in three|in a week|within|monday|tuesday|wednesday|thursday|friday|on monday|right away|right now|right after|now|first thing|next|on the|after this|after lunch|before lunch|mon|tue|wed|thu|fri|eod|eow|noon`,
);

/** "Ann says" is no work of hers. */
export const sayVerbs = new Set(
  `say think want ask tell doubt wonder propose suggest know like believe hope agree disagree mean feel need have be show report mention explain remember see hear prefer object complain argue notice point find point`.split(
    ' ',
  ),
);

/** What goes on in a head, behind "I'll" or "I'd". */
export const mindVerbs = new Set(
  `be have think say admit bet guess believe love hate like prefer hope regret miss survive wait live know remember forget let see need want stop frame wish expect argue assume vote grumble trust mind dream worry wonder agree disagree`.split(
    ' ',
  ),
);

/** Announces that what follows says again what was agreed. */
export const recaps = new Phrases(`
  say it back|to recap|recap|to summarize|to summarise|summarize|summarise|sum up|to sum up|in summary|so to be clear|to be clear|for the record|for the notes|in the notes|for the minutes|write it down|write that down|write down|i write|i'm writing|writing that|let me repeat|let me get this straight|so what we have|so we have|what i have|i have down|so i have|got it so|read it back|just to confirm|to confirm|that gives us|i note|i'm noting|noting
`);

/** What a choice leaves in or out. */
export const inOrOut = new Phrases(`
  is in|is out|are in|are out|stays in|stays out|stays|stay|stays as it is|stay as they are|goes out|goes away|goes in|go in|leaves the|leave the scope|out of the scope|out of scope|out again|is gone|are gone|is dead|comes first|goes first|first then|is enough|it stays|they stay|we keep|we drop|we skip|we leave|we start|we begin|we take|we use|we do|we build|we write|we move|we call|we wait|we split|we ship|we go|we stop|we give|we don't|we switch|we put|we make|we add|we remove|we merge|we pay|we only
`);

/** When somebody does at once what they say. */
export const soonAfter = new Phrases(
  `after this|after the call|after the meeting|after lunch|as soon as|right after|right now|straight away|immediately|at once|tonight|today|tmrw|this week|next week|this sprint|in the next hour|next hour|by then|before the|within the`,
);

/** Food, home and free time, unless the team's work is about them. */
export const homeWords = new Set(
  `pizza pasta bagel bread cornbread fishing lunch dinner breakfast coffee tea beer wine cake biscuit croissant sandwich soup curry burger noodle sushi kebab snack chocolate kid son daughter wife husband mum mom dad grandmother dog cat puppy garden gym yoga marathon football soccer tennis match goal cinema movie film concert karaoke barbecue party birthday wedding haircut dentist holiday weather rain umbrella sofa kettle fridge microwave dishwasher`.split(
    ' ',
  ),
);

/** At its beginning a note says what was thought first, and not what came of it. */
export const firstThoughts = new Phrases(
  'first idea|first thought|first plan|first proposal|first we said|first we thought|first we wanted|the first idea|the first thought|the first plan|initial idea|our first idea|original idea',
);

/** The meeting after this one. */
export const nextMeeting = new Phrases('next meeting|next session|next call|next sync');
export const sameAgain = new Phrases('same time|same place');

/** Behind a written task: "Deadline: in three weeks.", "Before the 9th." */
export const dueNotes = new Phrases('deadline|due|until|till|by|before|not before');

/** Somebody asks for the day. */
export const untilWhen = new Phrases('by when|until when|till when');
export const whenWill = new Phrases('when will|when would|when can|when could|when do|when is');

/** What is done some day. */
export const undated = new Phrases(
  `no hurry|no rush|nothing pressing|not pressing|not urgent|isn't urgent|no date yet|don't have a date|without a date|no deadline|no fixed date`,
);
