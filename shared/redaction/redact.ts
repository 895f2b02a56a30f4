import { isExampleToken, isNameOfWords, isPathOfWords, looksDrawn } from './harmless-values.ts';
import { announcedPasses, type Count, type Pass } from './announced-secrets.ts';
import { namedSecrets } from './named-secrets.ts';
import { withoutPaired } from './paired-secrets.ts';
import { isPlain, readings, withoutRests, withShortEscapes } from './readings.ts';
import { tokenKinds } from './token-kinds.ts';

/** How many secrets of one kind were removed. */
export interface RemovedKind {
  readonly kind: string;
  readonly count: number;
}

/** A text without its secrets, and what they were. */
export interface RedactedText {
  readonly text: string;
  readonly removed: readonly RemovedKind[];
}

/** What stands in the place of a secret. It is no secret itself, so a text is the same after the second time. */
function markOf(kind: string): string {
  return `[${kind} removed]`;
}

const body = '(?:\\s|\\\\[nr]){0,8}[A-Za-z0-9+/=]{16,}';
/** With its end, whatever stands between; or without, the lines that are a key's. A mention of the first line is none. */
const privateKey = new RegExp(
  '-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----' +
    `(?:(?:[^-]|-(?!----)){8,20000}-----END [A-Z0-9 ]{0,60}-----|(?:[A-Za-z-]{1,30}: [^\\n]{0,200}\\n){0,5}(?:${body}){1,400}(?:\\s{0,2}[A-Za-z0-9+/=]{1,15}(?=\\s*$))?)`,
  'gi',
);

const token = new RegExp(
  `(?<![A-Za-z0-9])(?:${tokenKinds.map(({ pattern }) => `(${pattern})`).join('|')})`,
  'g',
);

/** `https://ada:hunter22@host`, and GitHub's `https://<token>:x-oauth-basic@github.com`. */
const address =
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/:@"'<>]{0,200})(:)([^\s/"'<>]{1,300})(?=@(\[::1\]|[\w.-]{0,60}))/gi;
const addressPlaceholder = /^(?:\$|[{[%*.]|x{3,}|pass(?:word)?$|pw$|secret$|your)/i;

const credential = /(\b(?:bearer|basic)[ \t]{1,4})([A-Za-z0-9+/_.=~-]{12,4000})/gi;
/** Any other scheme of the header, such as `Token`; the two above may stand there too. */
const authorization =
  /(\b(?:proxy-)?authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?!(?:bearer|basic)\b)(?:[A-Za-z][\w-]{0,30}[ \t]{1,4})?(?:token=["']?)?)([A-Za-z0-9+/_.=~-]{12,4000})(?![\w(])/gi;
const npmLogin = /(_authToken=)([^\s"'$[]{6,300})/g;
const awsSecret =
  /(secret[_ .]?(?:access[_ .]?)?key["']?(?:[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}|[ \t]is[ \t]{1,4})["']?)([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi;
const signature =
  /([?&](?:sig|signature|key|X-Amz-Signature|X-Amz-Security-Token)=)([\w%+/=.~-]{16,2000})/gi;

/** No pattern takes so few letters for a secret. The type of an agent is one of them, and comes with every hook. */
const shortWord = /^[a-z]{1,10}(?:-[a-z]{1,5})?$/;

/**
 * Removes the secrets from a text of any length, in linear time (RED-1). Where a reader sees a secret that is not written in
 * one piece, for characters that are not seen or of another width stand in it, the text comes back as it is read.
 */
export function redactText(text: string): RedactedText {
  if (shortWord.test(text)) return { text, removed: [] };
  const steps = redactionOf(text);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same in steps, each of which looks for the secrets of one form: `pause` is waited for in between. */
export async function redactInSteps(
  text: string,
  pause: () => Promise<unknown>,
): Promise<RedactedText> {
  const steps = redactionOf(text);
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
}

/** Longer texts hold up whoever else is served. */
export const longText = 20_000;

function* redactionOf(text: string): Generator<undefined, RedactedText> {
  const counts = new Map<string, number>();
  const count: Count = (kind) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return markOf(kind);
  };
  const clean = yield* isPlain(text) ? withoutWritten(text, count) : withoutRead(text, count);
  if (counts.size === 0) return { text, removed: [] };
  return {
    text: clean,
    removed: Array.from(counts, ([kind, number]) => ({ kind, count: number })),
  };
}

function* withoutWritten(text: string, count: Count): Generator<undefined, string> {
  let clean = text;
  for (const pass of passes) {
    clean = pass(clean, count);
    if (text.length >= longText) yield;
  }
  return clean;
}

/** Reading after reading, so that what one does not show is found by the next. */
function* withoutRead(text: string, count: Count): Generator<undefined, string> {
  let clean = text;
  let found = 0;
  const counted: Count = (kind) => {
    found += 1;
    return count(kind);
  };
  const first = yield* withoutWritten(withShortEscapes(text), counted);
  if (found > 0) clean = withoutRests(first);
  for (const read of readings) {
    const seen = read(clean);
    if (seen === clean) continue;
    found = 0;
    const redacted = yield* withoutWritten(seen, counted);
    if (found > 0) clean = redacted;
  }
  return clean;
}

const tokenPasses: readonly Pass[] = [
  (text, count) => text.replace(privateKey, () => count('private key')),
  (text, count) =>
    text.replace(token, (match: string, ...groups: unknown[]) => {
      const kind = tokenKinds[groups.findIndex((group) => group !== undefined)]?.kind ?? 'secret';
      const isName = kind === 'API key' && isNameOfWords(match);
      return isName || isExampleToken(match) ? match : count(kind);
    }),
  (text, count) =>
    text.replace(address, (match: string, ...[scheme, user, colon, word, host]: string[]) => {
      if (word === 'x-oauth-basic') return scheme + count('GitHub token');
      return isExampleLogin(user, word, host)
        ? match
        : `${scheme}${user}${colon}${count('password')}`;
    }),
  (text, count) => text.replace(npmLogin, (_match, before: string) => before + count('npm token')),
  (text, count) =>
    text.replace(awsSecret, (match: string, before: string, value: string) =>
      isExampleToken(value) ? match : before + count('AWS secret key'),
    ),
  (text, count) =>
    text.replace(signature, (match: string, before: string, value: string) =>
      /\d/.test(value) ? before + count('signature') : match,
    ),
  (text, count) =>
    text.replace(credential, (match: string, before: string, value: string) =>
      isCredential(value) ? before + count('credential') : match,
    ),
  (text, count) =>
    text.replace(authorization, (match: string, before: string, value: string) =>
      isCredential(value) && looksDrawn(value) ? before + count('credential') : match,
    ),
];

const passes: readonly Pass[] = [...tokenPasses, ...announcedPasses, withoutPaired, withoutNamed];

/** A template, or what tests on one's own machine use: the user's name again, or a word. */
function isExampleLogin(user = '', word = '', host = ''): boolean {
  if (addressPlaceholder.test(word)) return true;
  if (user === word) return !looksDrawn(word);
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host) && /^[a-z]{1,20}$/.test(word);
}

/** `basic functionality` and `bearer authentication` are words, and `basic test/e2e/x` is a path. */
function isCredential(value: string): boolean {
  if (isLogin(value)) return true;
  if (isPathOfWords(value)) return false;
  return value.length >= 14 && ((/\d/.test(value) && /[a-z]/i.test(value)) || value.endsWith('='));
}

/** RED-1: `dXNlcjpwYXNzd29yZA`, a name and a password with a colon between them in Base64 (RFC 7617). */
function isLogin(value: string): boolean {
  try {
    return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,200}$/.test(atob(value));
  } catch {
    return false;
  }
}

function withoutNamed(text: string, count: Count): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, kind } of namedSecrets(text)) {
    parts.push(text.slice(from, start), count(kind));
    from = end;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}
