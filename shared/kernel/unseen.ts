/** What a text shows nobody, and what of it stays all the same (TXT-1). The parts are sources of regular expressions with `u`. */

/** Control characters, and what ends a line or a paragraph; tab and line feed among them. */
export const control = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/**
 * What nobody sees and what says how others are shown: format characters (directions, joiners, tags), variation selectors,
 * fillers, private use, lone surrogates. No letter of a language is among them.
 */
export const unseen = String.raw`\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`;

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
export const spelled = [
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=${pictograph}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=${pictograph})`,
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=\u{1f3f4})(?:${flags.join('|')})\u{e007f}`,
].join('|');

/** A text of any length without what a terminal obeys, in linear time. */
export function withoutObeyed(text: string): string {
  return mayBeObeyed.test(text) ? text.replace(obeyed, '') : text;
}
