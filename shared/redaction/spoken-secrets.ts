import { isNameOfCode, looksDrawn } from './harmless-values.ts';
import { names } from './named-secrets.ts';
import { isMixed, isSecretValue } from './secret-values.ts';

/** A form in which a secret stands without `:` or `=` behind its name. */
export interface Form {
  /** Groups: what stands before, the name where one is written, the value. */
  readonly pattern: RegExp;
  /** What it is when no name is written. */
  readonly kind?: string;
  /** Whether it is in quotes or tags, so that a password may be a word. */
  readonly isQuoted?: boolean;
  /** Whether a value that is none by its name's rules is one here. */
  readonly isSecret?: (value: string, name: string) => boolean;
}

/** `for the staging box`, `to our wiki` */
/** A word, a mail address, a host or an address of a page. */
const place = '[\\w-]{1,30}(?:[.@:/]{1,3}[\\w-]{1,60}){0,8}';
const of = `(?: (?:for|of|on|to|in|at)(?: (?!is |was |will )${place}){1,4})?`;
const says =
  "(?:['’]s|,? (?:is|was|will be|equals|it['’]s|it is)(?:,? (?:now|still|just|um|uh|er|set to|changed to|called),?)?:?)";
const changed = '(?:set|reset|chang(?:e|ed|ing)|updat(?:e|ed|ing)) (?:[\\w-]{1,20} ){0,3}?';
const value = '([^\\s"\'`“”‘’<>|;]{6,300})';

/** RED-1: how people say a secret in talk: "the password for staging is now ...", "use ... as the password". */
export const spokenForms: readonly Form[] = [
  // "Password for the VPN: ...", with its place between the name and the mark.
  {
    pattern: new RegExp(
      `(\\b(${names}) (?:for|of|on|to|in|at)(?: ${place}){1,4}\\s?[:=] ?["“'‘]?)${value}`,
      'gi',
    ),
    isSecret: isSaid,
  },
  // "The staging login is admin / ..."
  {
    pattern: new RegExp(
      `(\\b(?:logins?|credentials?|creds|user(?:name)?)${of}(?:${says}|:) ?["“'‘]?[\\w.@-]{2,40}["”'’]? ?[/,] ?(?:password |pw )?["“'‘]?)()${value}`,
      'gi',
    ),
    kind: 'password',
    isSecret: isChosenWord,
  },
  // "root and pw ...", "pw: ..."
  {
    pattern: new RegExp(`(\\b(?:pw|passcode)(?:${says}|:| )(?:is )? ?["“'‘]?)()${value}`, 'gi'),
    kind: 'password',
    isSecret: isChosenWord,
  },
  // "the pin for the safe is ...", of figures only.
  {
    pattern: new RegExp(
      `(\\b(?:pin|pin code|passcode)${of}(?:${says}|:) ?["“'‘]?)()(\\d[\\d -]{2,12}\\d)(?![\\w.])`,
      'gi',
    ),
    kind: 'password',
    isSecret: () => true,
  },
  {
    pattern: new RegExp(`(\\b(${names})${of}${says} ["“'‘]?)${value}`, 'gi'),
    isSecret: isSaid,
  },
  {
    pattern: new RegExp(`(\\b${changed}(${names}) to ["“'‘]?)${value}`, 'gi'),
    isSecret: isSaid,
  },
  {
    pattern: new RegExp(`(\\b(${names}) ["“'‘]?)${value}`, 'gi'),
    isSecret: isBare,
  },
  {
    pattern: new RegExp(
      `(\\b(?:use|try|type|enter) ["“'‘]?)()${value}(?=["”'’]? as (?:the|our|my|your|a|its) (?:[\\w-]{1,20} ){0,2}(?:${names})\\b)`,
      'gi',
    ),
    kind: 'password',
    isSecret: isBare,
  },
];

/** A password as a person chooses it: a word with a number, words with dashes and a figure, or mixed characters. */
function isChosenWord(said: string): boolean {
  const isWord =
    /^[a-z]{3,}\d{2,}[!?$#*]?$/i.test(said) || /^[a-z]{3,}(?:-[a-z]{2,})+-?\d+$/i.test(said);
  return isWord || isMixed(said) || looksDrawn(said);
}

/** A verb says that it is the secret: a word with a number is enough. */
function isSaid(said: string, name: string): boolean {
  const isChosen = isChosenWord(said);
  const isNamed = isSecretValue({
    name,
    rest: '',
    value: said,
    operator: 'is',
    isDirect: false,
    isQuoted: false,
    isAssigned: false,
  });
  return isNamed && isChosen && /[a-z]/i.test(said);
}

/** Nothing but the name beside it says so: what could be a hash, an id, a year or a name of code stays. */
function isBare(said: string): boolean {
  const isWritten = /^(?=[^a-z]*[a-z])(?=(?:\D*\d){2})[\w!@#$%^&*+]{8,}$/i.test(said);
  const isOther = /^[\da-f]+$/i.test(said) || /(?:19|20)\d\d$/.test(said) || said.includes('_');
  return isWritten && !isOther && !isNameOfCode(said, false);
}
