/** A text without its secrets, and how many there were. */
export interface Redacted {
  readonly text: string;
  readonly count: number;
}

interface Pattern {
  readonly name: string;
  readonly secret: RegExp;
  /** The replacement, where a part of the match stays. */
  readonly replace?: (match: string, ...groups: string[]) => string;
}

/**
 * Every text must be matched in linear time. So every repetition is bounded or of one character class, a match begins with a
 * fixed part, and in a long run of characters a match can begin only at the start of the run.
 */
const patterns: readonly Pattern[] = [
  {
    name: 'private key',
    secret:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[^-]{0,20000}(?:-----END [A-Z0-9 ]{0,60}-----)?/g,
  },
  { name: 'token', secret: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{8,4000}\.[\w-]{4,4000}/g },
  {
    name: 'API key',
    secret:
      /\b(?:sk|pk|rk)[-_](?:[A-Za-z]{2,10}[-_]){0,3}[A-Za-z0-9_-]{16,300}|\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,300}|\bgithub_pat_\w{20,300}|\bglpat-[\w-]{16,300}|\bnpm_[A-Za-z0-9]{20,300}|\bxox[abeoprs]-[\w-]{10,300}|\bcoord_[a-z0-9]{16,100}|\bhf_[A-Za-z0-9]{20,100}|\bAIza[\w-]{30,60}|\bpypi-[\w-]{20,300}|\bSG\.[\w-]{16,100}\.[\w-]{16,100}|\bdop_v1_[a-f0-9]{40,80}/g,
  },
  { name: 'access key', secret: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  {
    name: 'password',
    secret: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'<>]{0,200}:)([^\s/@"'<>]{1,300})(@)/gi,
    replace: (_match, before = '', _secret, after = '') => `${before}${mark('password')}${after}`,
  },
  {
    name: 'credential',
    secret: /(\b(?:bearer|basic)\s{1,4})([A-Za-z0-9+/_.=~-]{12,4000})/gi,
    replace: (_match, before = '') => `${before}${mark('credential')}`,
  },
  {
    name: 'secret',
    secret:
      /((?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)[A-Za-z0-9_]{0,20}["']?\s{0,4}(?::|=>?)\s{0,4}["']?)([^\s"',;(){}[\]<>]{6,2000})/gi,
    replace: (match, before = '', secret = '') =>
      looksHarmless(secret) ? match : `${before}${mark('secret')}`,
  },
];

/** Removes keys, tokens, private keys and passwords from a text before it is stored. */
export function redactSecrets(text: string): Redacted {
  let count = 0;
  let clean = text;
  for (const { name, secret, replace } of patterns) {
    clean = clean.replace(secret, (match: string, ...groups: unknown[]) => {
      const captured = groups.filter((group): group is string => typeof group === 'string');
      const replaced = replace === undefined ? mark(name) : replace(match, ...captured);
      if (replaced !== match) count += 1;
      return replaced;
    });
  }
  return { text: clean, count };
}

function mark(name: string): string {
  return `[${name} removed]`;
}

/** Code that names a secret but has none: `token: string`, `password = process.env.PASSWORD`. */
function looksHarmless(value: string): boolean {
  if (value.startsWith('[')) return true;
  if (
    /^(?:string|number|boolean|undefined|unknown|object|required|optional|redacted)$/i.test(value)
  )
    return true;
  return /^(?:process\.env|import\.meta|os\.environ|env\.|config\.|options\.|this\.|self\.|await|\$\{|\$[A-Z_]|<)/.test(
    value,
  );
}
