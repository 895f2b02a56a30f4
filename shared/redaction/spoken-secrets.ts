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
const of = '(?: (?:for|of|on|to|in|at)(?: (?!is |was |will )[\\w-]{1,30}){1,4})?';
const says =
  "(?:['’]s|,? (?:is|was|will be|equals)(?:,? (?:now|still|just|um|uh|er|set to|changed to|called),?)?:?)";
const changed = '(?:set|reset|chang(?:e|ed|ing)|updat(?:e|ed|ing)) (?:[\\w-]{1,20} ){0,3}?';
const value = '([^\\s"\'`“”‘’<>|;]{6,300})';

/** RED-1: how people say a secret in talk: "the password for staging is now ...", "use ... as the password". */
export const spokenForms: readonly Form[] = [
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

/** A verb says that it is the secret: a word with a number is enough. */
function isSaid(said: string, name: string): boolean {
  const isChosen = /^[a-z]{3,}\d{2,}[!?]?$/i.test(said) || isMixed(said) || looksDrawn(said);
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
