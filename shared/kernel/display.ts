import { once } from './once.ts';

/**
 * Text from people and agents is data wherever it is shown or injected (TXT). Nothing in it is unseen, moves the cursor or turns
 * the direction of reading; what is part of an emoji or of the spelling of a word stays.
 */

// What a text shows nobody, and what of it stays all the same (TXT-1). The parts are sources of regular expressions with `u`.

/** Control characters, and what ends a line or a paragraph; tab and line feed among them. */
const control = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/**
 * What nobody sees and what says how others are shown: format characters (directions, joiners, tags), variation selectors,
 * fillers, the blank of braille, private use, lone surrogates. No letter of a language is among them.
 */
const unseen = String.raw`\u2800\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`;

/**
 * What a terminal obeys, whole: strings with their end (titles, links), sequences of control (colours, the cursor), and escapes
 * of a few characters. Every repetition is bounded, and none takes the character that begins another sequence.
 */
export const sequence = [
  String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0000-\u001f\u007f-\u009f]{0,2000}(?:\u0007|\u001b\\|\u009c)`,
  String.raw`(?:\u001b\[|\u009b)[0-?]{0,200}[ -\/]{0,20}[@-~]`,
  String.raw`\u001b[ -\/]{0,20}[0-~]`,
].join('|');
const obeyed = new RegExp(sequence, 'gu');
const mayBeObeyed = /[\u001b\u0080-\u009f]/;

/** Scripts whose letters change by what they are joined with, so that a joiner or non-joiner between two is spelling. */
const joining = (
  'Adlm Arab Mand Mong Nkoo Phag Rohg Syrc Bali Beng Cakm Deva Gran Gujr Guru Java Khmr Knda Kthi Lepc ' +
  'Limb Mlym Modi Mtei Mymr Newa Orya Saur Shrd Sinh Sund Taml Telu Tibt Tirh'
)
  .split(' ')
  .map((script) => String.raw`\p{Script_Extensions=${script}}`);
const joined = String.raw`(?!\p{Default_Ignorable_Code_Point})(?=[\p{L}\p{M}])[${joining.join('')}]`;
const pictograph = String.raw`\p{Extended_Pictographic}`;
/** The names of the three flags that are written with tags: England, Scotland and Wales. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map((name) =>
  Array.from(name, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join(''),
);
/** The unseen characters that can hide nothing where they stand: one that is part of an emoji, or of the spelling of a word. */
const spelled = [
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=${pictograph}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=${pictograph})`,
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=\u{1f3f4})(?:${flags.join('|')})\u{e007f}`,
].join('|');

const runsOfSpace = new RegExp(String.raw`[${control}\s]+`, 'gu');
/** These two take 5 ms each to be read, which every command would pay; most texts are ASCII and need neither. */
const allUnseen = once(() => new RegExp(`(${spelled})|[${unseen}]`, 'gu'));
const unseenInText = once(
  () => new RegExp(String.raw`(${spelled})|(?![\t\n])[${control}${unseen}]`, 'gu'),
);
const endUnseen = new RegExp(`[${unseen}]{1,8}$`, 'u');
const lineEnd = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const seen = new RegExp(String.raw`[^\s${control}${unseen}]`, 'u');
/** What opens a tag by which clients tell an agent their own words from its user's, such as `</system-reminder>`. */
const opensTag = String.raw`<(?=[\s\/]*(?:system\b|system[-_]\w+|antml:|function_(?:calls|results)|tool_(?:use|call|result)|command-(?:name|message|args)|local-command-|user[-_](?:prompt-submit-hook|instructions|query)|environment_context))`;
const tagStarts = new RegExp(opensTag, 'giu');
const hiddenInName = new RegExp(`[${control}${unseen}]|${opensTag}`, 'giu');
const plain = /^[\t\n -~]*$/;
const printable = /^[ -;=-~]*$/;
/** Quotation marks that open and close like coord's own, or look so. */
const quotes = /[“”„‟«»〝〞〟＂]/g;
/** Joiners too: where they are no spelling, they are gone before. */
const inWord = String.raw`[\p{L}\p{M}\p{N}\u200c\u200d@_+'’-]`;
const word = String.raw`(?:\p{L}\.|${inWord}+(?:\.${inWord}+)*)`;
const isCalled = new RegExp(`^${word}(?: ${word}){0,3}$`, 'u');

/** TXT-7: whether anything of the text is seen. */
export function isSeen(text: string): boolean {
  return seen.test(text);
}

/** TXT-1: one line, without what is not seen, at most `maxLength` characters. */
export function asData(text: string, maxLength = 200): string {
  const flat = withoutObeyed(text.slice(0, 8 * maxLength)).replace(runsOfSpace, ' ');
  const shown = plain.test(flat) ? flat : flat.replace(allUnseen(), '$1');
  return cut(withoutTags(shown.trim()), maxLength);
}

/** TXT-1: a line of code: as `asData`, and its indentation stays, up to a third of `maxLength`. */
export function asCode(line: string, maxLength = 200): string {
  const plain = withoutObeyed(line.slice(0, 8 * maxLength));
  const [indentation = ''] = /^[ \t]*/.exec(plain) ?? [];
  const kept = indentation.slice(0, Math.floor(maxLength / 3));
  const code = asData(plain.slice(indentation.length), maxLength - kept.length);
  return code === '' ? '' : kept + code;
}

/** A character outside of the first plane is cut off whole, and no joiner is left at the end. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - 1).replace(endUnseen, '');
  return `${kept.trimEnd()}…`;
}

/** TXT-1: several lines, whole or cut: line breaks and tabs stay, and what ends a line elsewhere becomes a line break. */
export function asText(text: string, maxLength = Infinity): string {
  if (plain.test(text)) return cut(withoutTags(text), maxLength);
  const shown = withoutObeyed(text).replace(lineEnd, '\n').replace(unseenInText(), '$1');
  return cut(withoutTags(shown), maxLength);
}

/** TXT-8: people read the tag still, and no client or agent takes it for one. Comes last: what is unseen may stand within it. */
function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(tagStarts, '‹') : text;
}

/**
 * TXT-2: a name that has to stay exact (a path, an id, a branch), on one line: what is not seen is written out, as `\u{202e}`.
 */
export function asExact(name: string): string {
  return printable.test(name) ? name : name.replace(hiddenInName, writtenOut);
}

function writtenOut(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

/** TXT-3: words of others within coord's own: one line in quotes that it cannot end itself. */
export function quoted(text: string, maxLength = 200): string {
  return `“${asData(text, maxLength).replace(quotes, '"')}”`;
}

/** TXT-3: an exact name within coord's own words. One of several words could pass for a sentence, so it is quoted. */
export function shownId(id: string, maxLength = 200): string {
  const exact = cut(asExact(id), maxLength);
  return /\s/.test(exact) ? `“${exact.replace(quotes, writtenOut)}”` : exact;
}

/** TXT-3: a name of code, or of a branch, in backticks that it cannot end itself. */
export function inCode(name: string): string {
  return `\`${cut(asExact(name), 200).replaceAll('`', writtenOut)}\``;
}

/**
 * TXT-3: what somebody is called, within coord's own words. Up to four words of letters and digits stand as they are; what could
 * be a sentence is quoted.
 */
export function shownUser(name: string, maxLength = 80): string {
  const shown = asData(name, maxLength);
  return isCalled.test(shown) ? shown : quoted(name, maxLength);
}

/** SES-7: somebody's agent, to a reader who may be another agent of the same person. */
export function shownAgentOf(name: string, reader: string | undefined): string {
  return name === reader ? `another agent of ${shownUser(name)}` : shownUser(name);
}

/** TXT-5: JSON on one line that is exact and has nothing unseen: that is written out as JSON's own `\uXXXX`. */
export function asJson(value: unknown): string {
  return JSON.stringify(value).replace(hiddenInName, (char) =>
    Array.from({ length: char.length }, (_, at) => unitOf(char.charCodeAt(at))).join(''),
  );
}

/** An exact name as a POSIX shell takes it, and never as an option; what nobody sees is written out for `printf`. */
export function asShellWord(name: string): string {
  const word = name.startsWith('-') ? `./${name}` : name;
  if (/^[\w./@+][\w./@+#-]*$/.test(word)) return word;
  const inQuotes = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  if (asExact(word) === word) return inQuotes(word);
  const format = word.replaceAll(/[\\%]/g, '$&$&').replace(hiddenInName, inOctal);
  return `"$(printf ${inQuotes(format)})"`;
}

function inOctal(char: string): string {
  return [...new TextEncoder().encode(char)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}

function unitOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A text of any length without what a terminal obeys, in linear time. */
function withoutObeyed(text: string): string {
  return mayBeObeyed.test(text) ? text.replace(obeyed, '') : text;
}
