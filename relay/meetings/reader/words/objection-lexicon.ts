/** The words by which people object to what was settled, and see that an objection is right. */
import { Phrases } from './phrases.ts';

/** Somebody sees that who objects is right. */
export const concession = new Phrases(`
  that's true|that is true|fair point|good point|you're right|she's right|he's right|they're right|you are right|you've got a point|you have a point|that's a point|that's bad|that's worse|that's an argument|didn't know that|did not know that|oh right|oh yes|oh no|oh yeah|oh god|oh that's|when you say it|i withdraw|change my mind|change my vote|changed my mind|i give up|i hadn't thought|didn't think of|forgot about|forgot that|i forgot|i'd forgotten|of course|he is right|she is right|they are right|he's not wrong|she's not wrong|touché|i fold|forget mine|i take back|oof|ouch|then not|not then|the other way|no no|i see|ah|oh|i'm being daft|that's daft|that's silly|that's stupid|can't argue|has a point
`);

/** How somebody begins who sees that what was said against it is right. */
export const grants = new Phrases(`
  oh right|oh no|oh of course|oh true|oh yes|oh i|true|fair|fair enough|touché|point|point taken|good point|of course|that's true|that is true|that's fair|you're right|you are right|he's right|he is right|she's right|she is right|they're right|he's not wrong|she's not wrong|you're not wrong|you've got a point|she's got a point|he's got a point|you have a point|i forgot|i'd forgotten|i take it back|i take that back|i take back|i withdraw|i fold|i give in|i give up|forget mine|forget my|forget me|no fair|she has a point|he has a point|they have a point|that's daft|that's silly|that's stupid|can't argue|i can't argue
`);

export const surprise = new Phrases('oh|ah|ouch|oof|ugh|dang|damn|shoot|bugger');

/** What is said before that. */
export const sighs = new Set(['hm', 'hmm', 'mm', 'yes', 'yah', 'yeah', 'ha', 'okay', 'ok']);

/** How somebody begins who is against what was settled. */
export const objects = new Phrases(
  'but|wait|hang on|hold on|hold your horses|one moment|just a moment|excuse me|hm|hmm|hmmm|mm|mmm|may i|can i ask|can i say|can i be|can i just|except|although|no',
);

/** With these somebody stops the others to tell what they do not know. */
export const holdsUp = new Phrases('wait|hang on|hold on|one moment|just a moment|except');
