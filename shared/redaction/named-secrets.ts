import { isPassword, isSecretValue } from './secret-values.ts';

/** Where a secret stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** As people call passwords; `pass` alone only as a word, or as the end of a variable. */
const passwordNames =
  'pass(?:word|wd|phrase|wort)|pwd|kennwort|mot de passe|contrase[ñn]a|wachtwoord|(?<![A-Za-z])(?:db)?pass(?![A-Za-z])';
/** The names that say that what follows is a secret. */
export const names = `${passwordNames}|(?:api|access|private|auth|encryption|account|secret)[ _-]?key|secret|token|credential`;
const quote = '\\\\?["\'`]|\\*{1,2}';

/** Name, rest of the name, and the quote that the value begins with. */
const beginning = new RegExp(
  `(${names})([\\w-]{0,20})(?:${quote})?(?:[ \\t]{0,4}(=>|:=|[:=])[ \\t]{0,4}|[ \\t](?:is|ist|est|es)[ \\t])(\\*{1,2}[ \\t]{1,4}|${quote})?`,
  'gi',
);

const values: Readonly<Record<string, RegExp>> = {
  '"': /[^"\n]{1,2000}/y,
  "'": /[^'\n]{1,2000}/y,
  '`': /[^`\n]{1,2000}/y,
};
const bareValue = /[^\s"'`;<>]{1,2000}/y;

/** Longer values without a secret are passed over, so that no character is looked at for many names. */
const shortValue = 64;

/**
 * Secrets that are known by their name alone, in order: `password = hunter22`, `"apiKey": "0a1b2c..."`, `the password is
 * hunter22`. Code that names a secret and has none is left: `token: string`, `password = process.env.PASSWORD`.
 */
export function* namedSecrets(text: string): Generator<Span> {
  const search = new RegExp(beginning);
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const [whole, name = '', rest = '', operator = 'is', opening = ''] = match;
    if (isInResourceName(text, match.index)) continue;
    const start = match.index + whole.length;
    const mark = opening.replace(/[\\*\s]/g, '');
    const value = valueAt(text, start, mark);
    const end = start + value.length;
    const isDirect = text[start - 1] === '=';
    const isAssigned = operator === '=' && isSetting(text, match.index, end);
    const written = { name, rest, value, operator, isDirect, isQuoted: mark !== '', isAssigned };
    if (isSecretValue(written)) {
      yield { start, end, kind: isPassword(name) ? 'password' : 'secret' };
      search.lastIndex = end;
    } else if (value.length > shortValue) search.lastIndex = end;
  }
}

/** `password = correcthorse` of a file of settings, and not a variable of code or an argument of a call. */
function isSetting(text: string, start: number, end: number): boolean {
  if (/[.;,)([]/.test(text[end] ?? '')) return false;
  return !/(?:\b(?:const|let|var|val|final)[ \t]{1,4}\w{0,20}|[.(,][ \t]{0,4}\w{0,20})$/i.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

/** As far as it goes, without the punctuation of the sentence or the code around it. */
function valueAt(text: string, start: number, mark: string): string {
  const pattern = values[mark] ?? bareValue;
  pattern.lastIndex = start;
  const found = pattern.exec(text)?.[0] ?? '';
  return mark === '' ? found.replace(/[.,:)\]}*\\]{1,8}$/, '') : found.replace(/\\$/, '');
}

/** `arn:aws:secretsmanager:eu-west-1:1234:secret:shop`: what follows is the name of a secret. */
function isInResourceName(text: string, at: number): boolean {
  if (text[at - 1] !== ':') return false;
  return /\barn:[\w:/-]{1,110}$/.test(text.slice(Math.max(0, at - 120), at));
}
