import { isExampleToken, isMadeOfWords, looksDrawn, isNameOfCode } from './harmless-values.ts';

/** A value as it stands after a name such as `password` or `api_key`. */
export interface NamedValue {
  /** The word that says it is a secret, and what follows it in the same name: `token`, `_url`. */
  readonly name: string;
  readonly rest: string;
  readonly value: string;
  /** `:`, `=`, `=>`, `:=`, or `is` between words. */
  readonly operator: string;
  /** Nothing stands between the operator `=` and the value. */
  readonly isDirect: boolean;
  readonly isQuoted: boolean;
  /** It stands like a setting of a file, and not like a variable or an argument of code. */
  readonly isAssigned: boolean;
}

/** Whether what is called so is a password, which a person may have chosen. */
export function isPassword(name: string): boolean {
  return /^(?:(?:db)?pass|pwd|kennwort|mot|contrase|wachtwoord)/i.test(name);
}

/** What follows the word in the name of something that is no secret: `token_url`, `passwordMinLength`, `secrets-file`. */
const aboutSecret =
  /(?:url|uri|endpoint|file|path|dir|folder|name|type|kind|format|prefix|pattern|regex|version|date|time|expires|expiry|ttl|timeout|length|len|count|size|max|min|limit|_at|At|ms|[_-]ids?|Ids?|algorithm|encoding|policy|field|header|store|provider|service|manager|budget|usage|index|hash|source|env|ref|based|less)$/;
/**
 * The same in every way of writing names, with what else is said about a secret: `secretRef`, `PASSWORD_HINT`, `apiKeyHeader`.
 * What a machine drew goes all the same.
 */
const saysAboutSecret =
  /(?:^s?|[_-]|(?<=[a-z\d])(?=[A-Z]))(?:url|uri|endpoint|file|path|dir|folder|name|type|kind|format|prefix|suffix|pattern|regexp?|version|date|time|expires|expiry|ttl|lifetime|age|timeout|length|len|count|size|max|min|limit|ids?|arn|ref|reference|algorithm|algo|encoding|policy|rules?|strength|field|header|cookie|param|column|attribute|store|provider|service|manager|budget|usage|index|hash|hasher|source|env|hint|label|placeholder|title|message|error|help|description|scopes?|scheme|mask|validator|schema|config)$/i;
/** `token`, `tokens`, `token_a`, `tokenA`, `token1`; not `tokenizer` or `secretary`. */
const wholeWord = /^s?(?:$|[_\-A-Z0-9])/;

const placeholder =
  /^(?:your|my|the|some|any|example|sample|dummy|fake|placeholder|change[_-]?me|x{3,}|\*{3,}|\.{3,}|todo|none|null|undefined|true|false|required|optional|redacted|removed|hidden|secret|string|number|boolean|unknown|object)\b/i;
/** `$TOKEN`, `${{ secrets.KEY }}`, `[password removed]`, `{token}`, `%s`, `(see below)`. */
const template = /^(?:\$[A-Z_{(]|\$[a-z_]+$|[[{(%…|&\\<]|#\{|\.{2})/;
const path =
  /^(?:\.{0,2}|~)\/[\w.-]*(?:\/|$)|^[a-z][a-z0-9+.-]{1,20}:\/\/|\.(?:ts|js|json|md|ya?ml|txt|pem|env|toml|py|go|rs)\b/i;
/** `config.token`, `readToken(`, `secrets[name]`, `this?.token`. */
const code =
  /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)+[([!?]?|^[A-Za-z_$][\w$]*(?:[([?]|\.$)/;
/** `^1.2.3`, `2026-01-05`, `api-v2`. */
const plain =
  /^[\^~>=v]{0,2}\d{1,6}(?:\.\d{1,6}){1,3}|^\d{4}-\d\d|^(?:[a-z]{1,20}[-_.]){0,3}v-?\d{1,3}$/i;

/** Whether a value is the secret that its name announces, and not code, a placeholder or an ordinary word. */
export function isSecretValue(named: NamedValue): boolean {
  const { name, rest, value, isQuoted } = named;
  if (value.length < 6 || !wholeWord.test(rest) || aboutSecret.test(rest)) return false;
  const head = value.slice(0, 300);
  if (placeholder.test(head) || template.test(head) || plain.test(head)) return false;
  if (path.test(head) || isCode(head) || saysName(head, name)) return false;
  if (isNameOfCode(head, isQuoted)) return false;
  if (saysAboutSecret.test(rest) && !looksDrawn(head)) return false;
  return isPassword(name) ? looksLikePassword(named) : looksLikeKey(named);
}

function isCode(head: string): boolean {
  const found = code.exec(head)?.[0];
  return found !== undefined && (found.length === head.length || /[([!?]$/.test(found));
}

/** `password: 'Your password'`, `token = accessToken`. */
function saysName(head: string, name: string): boolean {
  return !/\d/.test(head) && head.toLowerCase().includes(name.toLowerCase());
}

/** A person's password may be made of words. What is written like code or a sentence is none. */
function looksLikePassword({
  name,
  rest,
  value,
  operator,
  isDirect,
  isQuoted,
  isAssigned,
}: NamedValue): boolean {
  if (/pass$/i.test(name) && !isQuoted && !(isDirect && isShouted(name + rest)))
    return isMixed(value);
  if (/\s/.test(value)) return isQuoted && operator === '=' && !/[.!?]$/.test(value);
  if (/\d/.test(value)) return true;
  if (operator === 'is') return false;
  if (/^[\w$]+$/.test(value))
    return (
      isQuoted ||
      (isDirect && isShouted(name + rest)) ||
      (isAssigned && isLongWord(value, isDirect ? 8 : 12))
    );
  return /^[\w]+(?:-\w+){2,}$/.test(value) || /[!@#$%^&*+]/.test(value.slice(1));
}

/** Whether letters in both cases, digits and other signs are mixed as only in a password. */
export function isMixed(value: string): boolean {
  const hasCases = /[a-z]/.test(value) && /[A-Z]/.test(value);
  const hasDigits = /\d/.test(value);
  if (value.length < 8 || /\s/.test(value)) return false;
  return (
    (hasCases && hasDigits && /[a-z]\d+[a-z]/i.test(value)) ||
    (/[!@#$%^&*+?~]/.test(value) && hasDigits && /[a-z]/i.test(value))
  );
}

/** Names of code are seldom so long without another case or an underscore. */
function isLongWord(value: string, minLength: number): boolean {
  return value.length >= minLength && /^[a-z]+$/.test(value);
}

/** Keys and tokens are made by machines: long, and with digits. */
function looksLikeKey({ name, rest, value, isDirect }: NamedValue): boolean {
  if (/\s/.test(value) || isExampleToken(value)) return false;
  if (isDirect && isShouted(name + rest) && value.length >= 8 && !isShouted(value)) return true;
  if (isMadeOfWords(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  return value.length >= 10 && digits > 0 && digits < value.replace(/[\s._,-]/g, '').length;
}

function isShouted(text: string): boolean {
  return text === text.toUpperCase();
}
