import { asData } from '../../../../shared/kernel/display.ts';
import * as lexicon from '../words/lexicon.ts';
import * as plain from '../words/plain-lexicon.ts';
import * as work from '../words/work-lexicon.ts';
import { announcedFrom } from '../words/announced.ts';
import { bareLabel, labelOf } from '../words/written-label.ts';
import { isBase, leadOf } from '../words/word-forms.ts';
import type { Utterance } from '../signals/signals.ts';
import type { People } from '../people/people.ts';
import type { Phrases } from '../words/phrases.ts';
import type { Word } from '../words/tagger.ts';

/** Characters of a title. */
export const maxTitle = 200;
export const minTitleLength = 12;

/** What was said, as a title: without the words before it. "Okay, so let's keep Redis then" is "Keep Redis". */
export function titleOf(
  { text, words }: Pick<Utterance, 'text' | 'words'>,
  {
    openings = decisionOpenings,
    people,
    least = minTitleLength,
  }: { openings?: readonly Phrases[]; people?: People; least?: number } = {},
): string {
  const label = labelLength(text, words);
  const announced = label === 0 ? (announcedFrom(words) ?? behindNext(words)) : 0;
  const behind = words.slice(label + announced);
  const core = people === undefined ? behind : withoutNames(behind, people);
  const from = startOf(core, openings);
  const short =
    from === undefined ||
    saysTooLittle(core.slice(core.indexOf(from)), text.length - from.start < least);
  const begin = short ? (behind[leadOf(behind).length] ?? behind[0]) : from;
  // "Who writes it?" is titled like "Bob writes it".
  const before = begin && words[words.indexOf(begin) - 1];
  const isNamed = core !== behind || before?.lower === 'who';
  const shown = withoutLabel(asOrder(text, begin, { words, isNamed }))
    .replace(shortcode, '')
    .replace(/^[\s"'“”*_,.:–—>→=-]+/, '')
    .replace(/[\s,;.!?*_–—-]+$/, '')
    .replace(/["“”]+$/, (marks, at: number, said: string) =>
      /["“]/.test(said.slice(0, at)) ? marks : '',
    )
    .replace(/(?:,\s*(?:right|okay|ok)|[\s,]+(?:then|please|yes|yeah))$/i, '')
    .replace(/(?<=\S)(?<!\bas) (?:it is|wins)$/i, '')
    .replace(opinionBehind, '')
    .replace(/^to (?=\p{Ll}+ )/iu, '');
  return asData(capitalised(shown), maxTitle);
}

/** "Not before the freeze, I'd say" */
const opinionBehind =
  /,? (?:(?:yeah|yes),? )?(?:i['’]d say|i would say|i (?:do )?think(?: so(?: too)?)?|i guess|i suppose|if you ask me|that['’]s for sure|really|to be honest|honestly)$/i;

/** ":+1: three retries" */
const shortcode = /^:?(?:\+1|-1|thumbsup|white_check_mark|heavy_check_mark|tada|ok_hand):(?=\s)/;

/** Of "Next point: Dan updates it" the place of "Dan". */
function behindNext(words: readonly Word[]): number {
  const at = words.slice(0, 2).findIndex(({ after }) => after.includes(':'));
  const isNext = /^(?:next|last|first|second|third|finally|lastly|another|final)$/;
  return at !== -1 && isNext.test(words[0]?.lower ?? '') ? at + 1 : 0;
}

/** "Use it" says nothing without what comes before; "Postgres" does. */
function saysTooLittle(words: readonly Word[], isShort: boolean): boolean {
  return (
    isShort && !words.some(({ tag, lower }) => /^(?:NOUN|PROPN|NUM)$/.test(tag) && lower.length > 1)
  );
}

/** "[ ] Ann: write the letter" */
const ofNamed = /\]\s+@?\p{L}[\p{L} .'’-]{0,30}:\s/u;

/** With the mark that opens before it, where that closes behind it: "`login` takes it". */
function startIn(text: string, { start }: Word): number {
  const closing = { '`': '`', '[': ']', '(': ')' }[text[start - 1] ?? ''];
  return closing !== undefined && text.includes(closing, start) ? start - 1 : start;
}

/** "Let's not touch it" is "Do not touch it", and "Bob takes it" is "Take it". */
function asOrder(
  text: string,
  begin: Word | undefined,
  { words, isNamed }: { words: readonly Word[]; isNamed: boolean },
): string {
  if (begin === undefined) return text;
  const next = words[words.indexOf(begin) + 1];
  if (begin.lower === 'not' && next?.lower === 'to') return `Do not${text.slice(next.end)}`;
  if (
    begin.lower === 'not' &&
    next !== undefined &&
    /^(?:VERB|NOUN)$/.test(next.tag) &&
    isBase(next)
  )
    return `Do ${text.slice(begin.start)}`;
  if (!isNamed) return text.slice(startIn(text, begin));
  if (begin.lower === 'you' && next?.tag === 'VERB') return text.slice(next.start);
  if (/^you['’]re$/.test(begin.lower) && next?.tag === 'VERB')
    return next.lemma + text.slice(next.end);
  const isVerb = begin.tag === 'VERB' || work.isHandiwork(begin);
  if (begin.lower === 'does') return `do${text.slice(begin.end)}`;
  const isTheirs = isVerb && begin.lower === `${begin.lemma}s`;
  return isTheirs ? begin.lemma + text.slice(begin.end) : text.slice(begin.start);
}

/** The words of the label before what is said, and of the number of an item. */
function labelLength(text: string, words: readonly Word[]): number {
  if (bareLabel.test(text)) return 1 + words.findIndex(({ lower }) => lower === 'todo');
  const isBox = /^(?:[-*•]\s+)?\[[ x]?\]\s/i.test(text);
  const label = isBox ? labelOf(text.replace(/^(?:[-*•]\s+)?\[[ x]?\]\s+/i, '')) : labelOf(text);
  if (label !== undefined || (isBox && ofNamed.test(text)))
    return 1 + words.findIndex(({ after }) => /[:–—-]/.test(after));
  return /^\d{1,2}(?:[.)]|(?:\.\d{1,2}){1,2}\.?)\s/.test(text) ? 1 : 0;
}

const decisionOpenings = [
  plain.musings,
  plain.agreeable,
  lexicon.explicit,
  lexicon.firmProposal,
  lexicon.softProposal,
];

/** "Fix the login bug, Bob" is no part of what Bob does. */
export function withoutCalled(title: string, name: string): string {
  const task = title.replace(/\s+[-–—(]\s*@[\p{L}\p{N}_.-]+\)?(?:\s+[-–—]\s+.*)?$/u, '');
  const end = [', ', ' → ', ' -> ', ' => ']
    .map((mark) => mark + name)
    .find((one) => task.endsWith(one));
  const rest = end === undefined ? task : task.slice(0, -end.length);
  return rest.replace(/[\s,]+(?:please|(?:that|it)['’]?s (?:yours|on you|for you))$/i, '');
}

/** "Call Szeged (30 November)" is to be done by then; the day is told beside it. */
export function withoutDay(title: string, day: string, owner = ''): string {
  const [bracket = '', inner = ''] = /\s*\(([^()]*)\)$/.exec(title) ?? [];
  const others = inner
    .split(/,| and | & /)
    .map((part) => part.trim().replace(/^(?:owner|by|until|due):? /i, ''))
    .filter(
      (part) =>
        part !== '' && part !== day && !`${day} `.includes(`${part} `) && !isPartOf(part, owner),
    );
  if (bracket !== '' && others.length === 0) return title.slice(0, -bracket.length);
  if (day === '' || !title.endsWith(day)) return title;
  const rest = title.slice(0, -day.length).trimEnd();
  return /[,–-]$/.test(rest) ? rest.replace(/\s*[,–-]$/, '') : title;
}

function isPartOf(part: string, owner: string): boolean {
  return owner.split(/[ ,]+/).includes(part.replace(/^@/, '')) || owner.includes(part);
}

/** "Bob to update", "Bob, can you update" and "Bob updates" are what Bob does. */
function withoutNames(words: readonly Word[], people: People): readonly Word[] {
  const lead = leadOf(words).length;
  let end = lead;
  for (const { at, end: after } of people.in(words)) {
    const between = words.slice(end, at).every(({ lower }) => /^(?:and|&|\+)$/.test(lower));
    if (!between) break;
    end = after;
  }
  if (end === lead) return words;
  const rest = words.slice(end);
  const duty = lexicon.requestYou.at(rest, 0) ? undefined : work.duty.at(rest, 0);
  if (duty !== undefined) return rest.slice(duty.end);
  return rest.length > 1 ? rest : words;
}

/** The first word behind the words of assent and the opening of a proposal. A refusal is kept whole. */
function startOf(words: readonly Word[], openings: readonly Phrases[]): Word | undefined {
  let place = behindUrgency(words, behindReversal(words, leadOf(words).length));
  if (
    /^(?:i|we)$/.test(words[place]?.lower ?? '') &&
    /^(?:think|guess|believe|say|feel)$/.test(words[place + 1]?.lower ?? '')
  )
    place += 2;
  // "Do we keep Kafka?"
  const isAsked = words[place]?.lower === 'do' && words[place + 1]?.lower === 'we';
  if (isAsked && plain.choosesAnew.has(words[place + 2]?.lower ?? '')) return words[place + 2];
  const verb = words[place + 1];
  // "Who writes the notice?"
  if (words[place]?.lower === 'who' && work.isHandiwork(verb)) return verb;
  if (
    words[place]?.lower === 'i' &&
    verb !== undefined &&
    (work.handiwork.has(verb.lower) || verb.lower === 'do')
  )
    return verb;
  for (const phrases of openings) {
    const hit = phrases.at(words, place);
    if (hit === undefined) continue;
    // "We'll go with tokens" is "Go with tokens", not "Tokens".
    const isWay = words[hit.end - 1]?.lower !== 'to';
    if (isWay && /^(?:go|going|stick|sticking)$/.test(words[hit.end - 2]?.lower ?? ''))
      return words[hit.end - 2];
    // "We decided against GraphQL" is no "Against GraphQL".
    if (words[hit.end]?.lower === 'against') return words[hit.end - 1];
    // "You take the logs" is "Take the logs".
    if (/^you (?:take|keep|ask|tell)$/.test(hit.text)) return words[hit.end - 1];
    place = hit.end;
    if (words[place]?.lower === 'also') place += 1;
    if (words[place]?.lower === 'agree' && /^(?:that|to|on)$/.test(words[place + 1]?.lower ?? ''))
      place += 1;
    if (/^(?:that|to|on|we|just|is|for)$/.test(words[place]?.lower ?? '')) place += 1;
    if (words[place]?.lower === 'say' && words[place + 1]?.tag === 'NUM') place += 1;
    break;
  }
  return words[place];
}

/** "Scrap that, let's use a table" and "On second thought, let's use a table" are about the table. */
function behindReversal(words: readonly Word[], place: number): number {
  const hit = lexicon.reversal.at(words, place);
  const isMere = hit !== undefined && /\b(?:that|it|this|thoughts?)$/.test(hit.text);
  return isMere && hit.end < words.length ? hit.end : place;
}

/** "High priority: fix the build" is about the build. */
function behindUrgency(words: readonly Word[], place: number): number {
  const hit = work.urgency.at(words, place);
  const isMarked = hit !== undefined && /[:,–-]/.test(words[hit.end - 1]?.after ?? '');
  return isMarked && hit.end < words.length ? hit.end : place;
}

function withoutLabel(text: string): string {
  const plain = text.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '').replace(/^\[[ x]?\]\s*/i, '');
  if (bareLabel.test(plain)) return plain.replace(/^todo\s+/i, '');
  return labelOf(plain) === undefined
    ? plain
    : plain.replace(/^[^:–—]{1,60}?\s*(?::|[–—]|\s-\s)[*_]*\s*/, '');
}

export function capitalised(text: string): string {
  const trimmed = text.trim();
  // A path, an address or the name of a symbol stays as it is written.
  return /^[a-z]+(?:['’][a-z]+)?(?:[\s,]|$)/.test(trimmed)
    ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
    : trimmed;
}
