/** Characters that nobody sees, that change how others are read, or that a terminal obeys. */
export const hostileCharacters = {
  'a bell': '\u0007',
  'a backspace': '\b',
  'a colour': '\u001b[31m',
  'a cleared screen': '\u001b[2J\u001b[H',
  'a title of the window': '\u001b]0;owned\u0007',
  'a link': '\u001b]8;;https://example.com\u001b\\',
  'a C1 sequence': '\u009b2J',
  'a carriage return': '\r',
  'a vertical tab': '\v',
  'a form feed': '\f',
  'a delete': '\u007f',
  'a next line': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'right to left, over all': '\u202e',
  'an isolate': '\u2066',
  'the end of an isolate': '\u2069',
  'a left-to-right mark': '\u200e',
  'an Arabic letter mark': '\u061c',
  'a space without width': '\u200b',
  'a joiner': '\u200d',
  'a non-joiner': '\u200c',
  'a word joiner': '\u2060',
  'an invisible times': '\u2062',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a grapheme joiner': '\u034f',
  'a Mongolian separator': '\u180e',
  'a Hangul filler': '\u3164',
  'a narrow Hangul filler': '\uffa0',
  'a variation selector': '\ufe00',
  'an emoji selector': '\ufe0f',
  'a variation selector beyond': '\u{e0100}',
  'the last variation selector': '\u{e01ef}',
  'tag characters': '\u{e0001}\u{e0049}\u{e0067}\u{e006e}\u{e007f}',
  'a reserved ignorable': '\u{e0080}',
  'an annotation': '\ufff9',
  'a blank of braille': '\u2800',
  'private use': '\ue000',
  'private use beyond': '\u{f0000}',
  'a noncharacter': '\ufffe',
} as const;

/** Those that the interface takes in one line of text, in a path and in a name. */
export const hostileLine = Object.values(hostileCharacters)
  .filter((text) => !/\p{Cc}/u.test(text))
  .join('');

/** All of them. */
export const hostileText = Object.values(hostileCharacters).join('');

/** The characters of a text that are no letter, mark, number, sign or plain space, as `U+202E`; line breaks and tabs may be. */
export function unseenIn(text: string): string[] {
  const codes = Array.from(text).flatMap((char) => {
    const isSeen =
      /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\t]$/u.test(char) &&
      !/^[\p{Default_Ignorable_Code_Point}\u2800]$/u.test(char);
    return isSeen ? [] : [`U+${char.codePointAt(0)?.toString(16).toUpperCase()}`];
  });
  return [...new Set(codes)];
}

/** Every string of a value, keys too. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}
