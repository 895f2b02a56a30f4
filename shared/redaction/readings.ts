/** RED-1: how somebody reads a text whose characters are not all seen, or are written in another width. */

import { sequence } from '../kernel/display.ts';

const plain = /^[\t\n\r -~]*$/;

const unseen = String.raw`(?!\s)[\p{Cc}\p{Co}\p{Cs}]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`;
const allSequences = new RegExp(sequence, 'gu');
const allUnseen = new RegExp(unseen, 'gu');

/** What is left of a secret behind its mark, because a character in it is not seen or of another width. */
const rest = new RegExp(
  `(?<= removed\\])(?:(?:${sequence}|${unseen}|[０-９Ａ-Ｚａ-ｚ\\u{1d400}-\\u{1d7ff}])[!#-&(-:=?-_a-~]{0,2000})+`,
  'gu',
);

function withoutEscapes(text: string): string {
  return text.replace(allSequences, '').replace(allUnseen, '');
}

function withoutUnseen(text: string): string {
  return text.replace(allUnseen, '');
}

function inOneWidth(text: string): string {
  return withoutEscapes(text).normalize('NFKC');
}

/** Whether a text is read as it is written. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The readings of a text besides what is written, to be tried in turn. */
export const readings: readonly ((text: string) => string)[] = [
  withoutEscapes,
  withoutUnseen,
  inOneWidth,
];

const joiner = '\u2060';

/** A text whose escape sequences are one character that is not seen: their letters are no part of the words around them. */
export function withShortEscapes(text: string): string {
  return text.replace(allSequences, joiner);
}

/** A text in which marks stand, without what is left of the secrets behind them. */
export function withoutRests(text: string): string {
  return text.replace(rest, '').replaceAll(joiner, '');
}

/** A name as it is read. */
export function readName(name: string): string {
  return isPlain(name) ? name : inOneWidth(name);
}
