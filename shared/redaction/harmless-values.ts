/**
 * RED-3: values that are no secret though they stand where one could: names of types, of algorithms and of resources, patterns,
 * references and placeholders. Each is known by its form alone, so a value that could have been drawn at random is none of them.
 */

const hump = '[A-Z][a-z]{1,20}';
const typeEnd =
  'Array|String|Str|Text|Bytes|Buffer|Number|Config|Options?|Settings|Params|Props|Type|Schema|Model|Dto|Object|Value|Field|Input|Request|Response|Result|Interface|Provider|Service|Factory|Handler|Manager|Store|Hash|Token|Credentials?';
/** `Base64String`, `ApiKeyConfig2`, `OAuth2Token`, and what databases and languages call texts and bytes of a width. */
const type = new RegExp(
  `^(?:(?:[A-Z]|${hump}|\\d{1,2}(?=[A-Z])){1,6}(?:${typeEnd})(?:V?\\d)?` +
    '|(?:Big)?[UuIi]{1,2}nt\\d{1,3}(?:Clamped)?(?:Array|_t)?|[Ff]loat\\d{2}(?:Array)?|[Bb]ytes?\\d{1,3}|n?(?:var)?char2?)$',
);

const algorithmNames = [
  'argon2(?:id?|d)?',
  'pbkdf2(?:with\\w{0,20})?',
  'bcrypt(?:2[abxy])?|y?e?scrypt',
  'sha-?(?:\\d|224|256|384|512)(?:sum)?|sha3-?\\d{3}|md[245]|blake[23][bs]?\\d{0,3}|ripemd-?160|crc-?32c?',
  'aes-?(?:128|192|256)|3des|chacha20|poly1305|rsa-?\\d{3,4}|(?:hs|rs|es|ps)(?:256|384|512)',
  'ed-?(?:25519|448)|[xk]25519|curve25519|p-?(?:256|384|521)|secp\\d{3}[kr]1|prime256v1|es\\d{1,2}',
  'base-?(?:16|32|36|58|62|64|85)(?:url)?|utf-?(?:8|16|32)|uuid-?v?\\d?|pkcs-?#?\\d{1,2}|x509',
  'oauth-?[12]|http-?[123]|hmac',
].join('|');
/** By itself, or as the beginning or the end of a name of several words: `sha256-hashed`, `hmac-sha-256`. */
const algorithm = new RegExp(
  `^(?:[a-z]{1,20}[-_.]){0,3}(?:hmac-?)?(?:${algorithmNames})(?:-?(?:encoded|hashed|encrypted|signed))?([-_./:,(=].*)?$`,
  'i',
);

/** A regular expression: between slashes or anchored on both sides, or with a group or a class that nothing else is written with. */
const pattern = new RegExp(
  [
    String.raw`^/(?:\^.{0,280}|.{0,280}\$|.{0,140}(?:\[[^\]]{1,60}\]|\\[bdswS]|\{\d).{0,140})/[dgimsuvy]{0,7}$`,
    String.raw`^\^.*[[(\\].*\$$|\(\?[=:!<]|\[[^\]]{0,60}-[^\]]{1,60}\][*+?{]|\\[dswS]\{\d`,
  ].join('|'),
);

/** Where a secret is kept: `vault:secret/shop#db`, `projects/shop/secrets/db/versions/3`. */
const store =
  /^(?:vault|ssm|secretsmanager|keyvault|kms|sops|env):[\w/@.]|^projects\/[\w-]{1,40}\/secrets\//i;

/** What cookies and headers begin with by their standards. */
const standardName = /^__(?:Host|Secure)-|^X-[A-Z]/;

const runOfOne = /([A-Za-z0-9*#])\1{7,}$/;

/** Whether a token is an example of its form: `AKIA...EXAMPLE`, or one character again and again. */
export function isExampleToken(token: string): boolean {
  if (/EXAMPLE(?:KEY)?$/.test(token)) return true;
  const body = token.replace(/[-_.]/g, '');
  const run = runOfOne.exec(body)?.[0] ?? '';
  return run.length > 0 && run.length * 2 >= body.length;
}

/** Lower-case words, each perhaps with a number at its end: `test`, `e2e`, `token2`, `v2`. */
const plainWord = /^(?:[a-z]{1,14}\d{0,2}|[a-z]\d[a-z]|\d{1,4})$/;

function isPlainWord(part: string): boolean {
  if (!plainWord.test(part)) return false;
  const letters = part.replace(/\d/g, '');
  return letters.length < 4 || (vowel.test(letters) && !manyConsonants.test(letters));
}

/** `pk_customer_orders_v2`, a name of a database; a key has a part that a machine drew. */
export function isNameOfWords(value: string): boolean {
  const parts = value.split(/[-_]/);
  return (
    parts.length > 2 &&
    parts.every(isPlainWord) &&
    parts.filter((part) => /^[a-z]{4,}$/.test(part)).length * 2 >= parts.length
  );
}

/** `test/e2e/x`, `src/auth/token.ts` */
export function isPathOfWords(value: string): boolean {
  const parts = value.replace(/^(?:\.{1,2}\/)+/, '').split('/');
  return (
    value.includes('/') &&
    parts.every((part) => part.split(/[-_.]/).every((one) => one === '' || isNameOfPath(one)))
  );
}

/** Files of code have humps, too: `authToken`. */
function isNameOfPath(part: string): boolean {
  return part
    .split(/(?<=[a-z])(?=[A-Z])/)
    .every((one) => isPlainWord(one.toLowerCase()) && /^[A-Z]?[a-z\d]*$/.test(one));
}

/** Whether a value names a type, an algorithm, a pattern or a place of secrets. `isQuoted`: it is a text, and so no type. */
export function isNameOfCode(value: string, isQuoted: boolean): boolean {
  if (!isQuoted && type.test(value)) return true;
  if (isAlgorithm(value) || pattern.test(value) || value.startsWith('arn:')) return true;
  return (store.test(value) && !looksDrawn(value)) || isPlaceOfWords(value);
}

/** What follows an algorithm of hashes is a hash; after any other one a secret may stand. */
function isAlgorithm(value: string): boolean {
  const found = algorithm.exec(value);
  return found !== null && (/^sha/i.test(value) || !looksDrawn(found[1] ?? ''));
}

/** `shop/prod/db-password-v2` */
function isPlaceOfWords(value: string): boolean {
  return value.split('/').length > 2 && value === value.toLowerCase() && isMadeOfWords(value);
}

/** A word as people write one: with a vowel, not too long; or so short that it is an abbreviation. */
const word = /^(?:[A-Za-z]?[a-z]{0,14}[aeiouy][a-z]{0,14}|[A-Za-z]?[a-z]{0,2}|[A-Z]{2,3})$/;
const numberOfName = /^v?\d{1,4}$/i;
const vowel = /[aeiouy]/i;
const manyConsonants = /[bcdfghjklmnpqrstvwxz]{5}/i;

/**
 * Whether a value is a name of several words, and of numbers of up to four digits between them: `X-Api-Key-2`, `shop-tls-2`,
 * `accessToken2`. A text that was drawn at random has letters and digits mixed, or words without vowels.
 */
export function isMadeOfWords(value: string): boolean {
  if (value.length > 100) return false;
  if (standardName.test(value) && !looksDrawn(value)) return true;
  const parts = partsOf(value);
  const words = parts.filter((part) => !numberOfName.test(part));
  return (
    words.length > 1 &&
    parts.length - words.length < 3 &&
    words.filter((part) => part.length > 2 && vowel.test(part)).length * 2 >= words.length &&
    words.every((part) => word.test(part) && !manyConsonants.test(part))
  );
}

/** `access_token-v2` and `accessTokenV2` have the parts `access`, `token` and `v2`. */
function partsOf(value: string): string[] {
  const isIdentifier = /^[A-Za-z][a-z]{1,20}(?:[A-Z][a-z]{2,20}){1,5}(?:V?\d{1,2})?$/.test(value);
  const parted = isIdentifier ? value.replace(/([a-z])(?=[A-Z\d])/g, '$1-') : value;
  return parted.split(/[-_./:#]/).filter((part) => part !== '');
}

/** Whether something in a value looks as if a machine had drawn it: letters and digits mixed, no words, or many signs. */
export function looksDrawn(value: string): boolean {
  const signs = new Set(value.match(/[!#$%&*+=?@^~\\|(){}[\]]/g));
  return signs.size > 2 || (value.match(/[A-Za-z0-9]{5,}/g) ?? []).some(isDrawnRun);
}

/** `Passwort2` and `sessionToken` are none, and no number is. */
function isDrawnRun(run: string): boolean {
  const words = run.replace(/\d{1,6}$/, '').split(/(?<=[a-z])(?=[A-Z])/);
  if (/^\d+$/.test(run)) return false;
  return !words.every(
    (part) =>
      /^(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})$/.test(part) &&
      (part.length < 4 || vowel.test(part)) &&
      !manyConsonants.test(part),
  );
}
