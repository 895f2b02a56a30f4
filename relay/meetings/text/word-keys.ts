const alone = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`;
/** Scripts without spaces are compared letter by letter. */
const wordPattern = new RegExp(
  `[${alone}]|[[\\p{L}\\p{M}\\p{N}]--[${alone}]]+(?:['’][\\p{L}\\p{M}]+)*`,
  'gv',
);

const behind = { ll: 'will', re: 'are', ve: 'have', m: 'am' } as const;
const contracted = /^(.+)'(ll|re|ve|m)$/;
const denied =
  /^(do|does|did|is|are|was|were|could|would|should|must|has|have|had|need|wo|ca|can)n'?t$/;
const stems: Readonly<Record<string, string>> = { wo: 'will', ca: 'can' };

/** The words of a text, without its marks. */
export function wordsIn(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(wordPattern);
}

/** What a word is compared by: in small letters, and "don't" as "do" and "not", for whoever quotes may write either. */
export function keysOf(word: string): readonly string[] {
  const plain = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (plain === 'cannot') return ['can', 'not'];
  const stem = denied.exec(plain)?.[1];
  if (stem !== undefined) return [stems[stem] ?? stem, 'not'];
  const [, before, short] = contracted.exec(plain) ?? [];
  if (before !== undefined) return [before, behind[short as keyof typeof behind]];
  return [plain.replaceAll("'", '')];
}

const decisive =
  /\d|^(?:not?|never|none|nobody|nothing|neither|nor|without|unless|except|nicht|kein\w{0,2}|pas|jamais|nunca|niet|geen)$/;

/** Whether a word says the opposite, or an amount: it is never one that may differ. */
export function isDecisive(key: string): boolean {
  return decisive.test(key);
}
