import { idPrefixes } from '../kernel/ids.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new identifier: type prefix and 100 random bits in Crockford's base 32, for example `usr_4k0t...`. */
export function newId(kind: keyof typeof idPrefixes): string {
  return `${idPrefixes[kind]}_${randomText(20)}`;
}

/** Whether `randomText(length)` could have made the text. */
export function isRandomText(text: string, length: number): boolean {
  return text.length === length && Array.from(text).every((one) => alphabet.includes(one));
}

/** `length` characters of five random bits each. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte & 31]).join('');
}
