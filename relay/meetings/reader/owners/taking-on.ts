import { anyOf } from '../words/any-of.ts';
import { common } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import * as owners from '../words/owner-lexicon.ts';
import type { Utterance } from '../signals/signals.ts';

/** "Without a name for now", "whoever has the rights", "not me": it is said that nobody has it yet. */
export const leftOpen = anyOf(
  [
    'without (?:a|an) (?:name|owner)',
    String.raw`no (?:owner|name)\b(?! like)`,
    'leave (?:it|that|this)(?: one)? (?:open|without)',
    'whoever',
    String.raw`(?:isn't|is not|not) (?:me|mine)\b`,
    'first one free',
    "whoever's",
    "we'll find (?:a|some|who)",
    String.raw`\(anyone\?\)`,
    'unassigned',
    '(?:nobody|no one|somebody) yet',
    'owner tb[acd]',
    'owner to be found',
    "(?:someone|somebody) who (?:isn't|is not) me",
    "don't mind who",
    '(?:leave|left) (?:the |that )?name',
    String.raw`who \w+ (?:it|that) is open`,
    'not it[.!]?$',
    "(?:don['’]t|do not) (?:say|know) who",
    'find out (?:whose|who)',
    "we['’]ll see who",
    "(?:not|n['’]t) put a name",
    "(?<!\\bi['’]ll |\\bi will )find (?:someone|somebody) (?:for|in|to|who)",
    'open who',
  ],
  { after: '' },
);

/** Answers an open request with their own work: "Doing it.", "I inform them.", "I'll run it." */
export function isVolunteer(one: Utterance, asked: Utterance): boolean {
  const { own, words, text, content } = one;
  const isOtherWork = content.size >= 3 && common(content, asked.content) === 0;
  if (isNotMe(one) || own['question']) return false;
  if (agreesOnly.test(text) && !own['promisesVerb']) return false;
  const isMe = (own['me'] && words.length <= 4) || /^me\b/i.test(text) || doesIt.test(text);
  const onlyMe = words.length > 4 && lexicon.takesOn.in(words, 0, words.length)?.text === 'me';
  return Boolean(
    isMe ||
    givenHere.test(text) ||
    plainly.test(text.replaceAll('’', "'")) ||
    (own['takesOn'] && !onlyMe) ||
    isDoing(one) ||
    (own['promisesVerb'] && !isOtherWork),
  );
}

/** "I can pull it out", "can I do it", "you'll have it on Monday". */
const doesIt =
  /\b(?:i(?:['’]ll| will| can| could|['’]d)|can i) (?:just |also )?\p{L}+ (?:it|that|this|them|him|her|those)\b|^(?:(?:on |by )?\p{L}+,? )?you(?:['’]ll| will) (?:have|get|hear|see)\b/iu;

/** "Give it here, I've wanted to do that for a year." */
const givenHere = /^(?:no,? )?give (?:it|that|them) (?:here|to me)\b/i;

/** "And the partitions I do." */
const iDo =
  /^(?:and |so |then )?(?:the|that|this|these|those)(?: [\p{L}-]+){0,4} i(?:['’]ll)? do\b/iu;

/** "Not me." */
export function isNotMe({ text }: Utterance): boolean {
  return notMe.test(text);
}

const notMe = /\b(?:(?:not|isn't|is not) (?:me|mine)|look at me)\b/i;

/** "Works for me." agrees, and takes nothing on. */
const agreesOnly = /\b(?:works|fine|good|ok|okay|alright) (?:for|by|with) me\b/i;

/** "I inform them", "Doing it." */
export function isDoing({ own, words }: Utterance): boolean {
  const [first, second, third] = words;
  if (own['doing'] && words.length <= 4) return true;
  return (
    first?.lower === 'i' &&
    second?.tag === 'VERB' &&
    second.lower === second.lemma &&
    /^(?:it|that|this|them|him|her)$/.test(third?.lower ?? '') &&
    !lexicon.mindVerbs.has(second.lemma)
  );
}

/** "It'll be in the handbook by Monday.", "Tuesday you have the draft.", "I'll have the list up by Friday." are promises. */
function delivers({ own, text }: Utterance): boolean {
  return Boolean(own['day'] && !own['question'] && deliveryOf.test(text));
}

const deliveryOf = anyOf(
  [
    String.raw`^(?:it|that|they)(?:['’]ll| will) be (?:in \P{N}|on the \p{L}|up|ready|live|there)`,
    String.raw`^(?:on |by )?\p{L}+day you (?:have|get) (?!to\b)`,
    String.raw`\byou(?:['’]ll| will| can)(?: all)? (?:have|get) (?:it|them|the|an?)\b(?![^.]*\bplease\b)`,
    String.raw`\bi(?:['’]ll| will) have (?:the|it|that|them|a|an|\S*[/.])\S*`,
  ],
  { before: '', after: '', flags: 'iu' },
);

/** "Give me till Friday.", "Gimme two weeks.": whose time it takes, has it. */
const takesTime =
  /\b(?:give me|gimme) (?:(?:un)?till?\b|(?:an?|one|two|three|four|five|ten|\d+) (?:hours?|days?|weeks?|months?|minutes?|min)\b)/iu;

/** Whether the speaker says that it is theirs. */
export function takesOn(one: Utterance): boolean {
  const { own, words, text } = one;
  if (isNotMe(one) || owners.hasNoTime.in(words, 0, words.length) !== undefined) return false;
  const lower = words
    .slice(0, 3)
    .map((one) => one.lower)
    .join(' ');
  return Boolean(
    own['takesOn'] ||
    own['promisesVerb'] ||
    (own['promise'] && !own['promisesMind']) ||
    (own['me'] && !own['question']) ||
    own['doing'] ||
    isDoing(one) ||
    doesIt.test(text) ||
    delivers(one) ||
    iDo.test(text) ||
    takesTime.test(text) ||
    /\bwhat i['’]m on\b|\bi['’]m the one who (?!\p{L}+ed\b)/iu.test(text) ||
    (own['subjectI'] && own['day'] && !own['pastVerb']) ||
    /^(?:yes |yeah |sure |okay )?(?:i'd|i'm|i have|i've|i can|i could|i need)\b/.test(lower),
  );
}

const plainly =
  /^(?:(?:yes|yeah|yep|sure|ok|okay|fine|right|alright),? )?(?:i|i can|i could|i will|i'll|i do|i would|me|can do|will do|on it)(?:,? (?:by|until|on|today|tomorrow|next) ?[\p{L}\p{N} ]*)?[.!]*$/iu;

/** "I can.", "Me.", "I can, by Friday.": their answer says nothing but that they take on what was asked. */
export function takesOnPlainly({ own, text }: Utterance): boolean {
  return Boolean(own['takesOn']) || plainly.test(text.replaceAll('’', "'"));
}
