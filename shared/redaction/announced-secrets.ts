import { names } from './named-secrets.ts';
import { isMixed, isPassword, isSecretValue } from './secret-values.ts';
import { spokenForms, type Form } from './spoken-secrets.ts';

const option = '(?:[ \\t]{1,4}|=)["\']?';

const word = '([^\\s"\'`<>|;]{6,300})';

/** `-p`, `-u` and the like, behind the command that takes a password there. */
function command(programs: string, flag: string): RegExp {
  return new RegExp(`(\\b(?:${programs})\\b[^\\n|;&]{0,200}?[ \\t]${flag})()${word}`, 'g');
}

const forms: readonly Form[] = [
  ...spokenForms,
  { pattern: new RegExp(`(--(?:[a-z]{1,20}-)?(${names})[ \\t]{1,4}["']?)${word}`, 'gi') },
  {
    pattern: new RegExp(`(--(?:[a-z]{1,20}-)?(${names})=["']?)${word}`, 'gi'),
    isSecret: (value) => /^(?=[\d]{0,300}[A-Za-z])[A-Za-z0-9]{16,}$/.test(value),
  },
  {
    pattern: new RegExp(
      `(<[\\w:.-]{0,20}(${names})>\\s{0,8})([^<>\\s]{6,300})(?=\\s{0,8}</)`,
      'gi',
    ),
    isQuoted: true,
  },
  {
    pattern: new RegExp(
      `(\\|[ \\t*\`]{0,8}(?:\\w{1,20}[ _-])?(${names})[ \\t*\`]{0,8}\\|[ \\t*\`]{0,8})([^\\s|\`]{6,300})(?=[ \\t*\`]{0,8}(?:\\||$))`,
      'gim',
    ),
    isSecret: (value, name) => isPassword(name) && isMixed(value),
  },
  {
    pattern: new RegExp(
      `((${names})["'*]{0,3}:\\*{0,2}[ \\t]{0,4}\\r?\\n[ \\t]{1,20}["']?)([^\\s"':]{6,300})(?=["']?[ \\t]{0,4}\\r?(?:\\n|$))`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(
      `((?:set_?|with_?|use_?|\\.)(${names})\\([ \\t]{0,4}["'\`])([^\\n"'\`]{6,300})(?=["'\`])`,
      'gi',
    ),
    isQuoted: true,
  },
  {
    pattern: new RegExp(
      `(\\b(?:machine\\s{1,8}\\S{1,200}|default)\\s{1,8}login\\s{1,8}\\S{1,200}\\s{1,8}(password)\\s{1,8})${word}`,
      'g',
    ),
    isQuoted: true,
  },
  {
    pattern:
      /(\b(?!(?:PUBLIC|PRIMARY|FOREIGN|CACHE|SORT|PARTITION|OBJECT|ROW|GROUP|HOST|REGISTRY)_)([A-Z][A-Z0-9_]{1,40}_KEY)=["']?)([^\s"'`<>;/:]{14,300})/g,
  },
  {
    pattern: command('curl', '(?:-u|--user)[ \\t=]{0,4}["\']?[^\\s:"\']{1,100}:'),
    kind: 'password',
  },
  { pattern: command('mysql|mysqldump|mysqladmin|mariadb', '-p["\']?'), kind: 'password' },
  { pattern: command('sshpass', `-p[ \\t]{0,4}["']?`), kind: 'password' },
  {
    pattern: command('(?:docker|podman|nerdctl|az|helm registry)[ \\t]{1,4}login', `-p${option}`),
    kind: 'password',
  },
  {
    pattern:
      /(\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql|mariadb|rediss?|amqps?|mssql|sqlserver):\/\/[^\s/:@"'<>]{0,200}:)()(?!\d{2,5}\/)([^\s@"'<>]{1,300})(?=@)/g,
    kind: 'password',
    isSecret: (value) => value.includes('/') && !/^[$[{<%]/.test(value),
  },
  {
    pattern: /(\bhttps?:\/\/)()([\w-]{16,300})(?=@[\w.-])/g,
    kind: 'credential',
    isSecret: isRandom,
  },
  {
    pattern: /("auth"\s{0,8}:\s{0,8}")()([A-Za-z0-9+/]{8,2000}={0,2})(?=")/g,
    kind: 'credential',
    isSecret: isLogin,
  },
];

const cookies = /(\b(?:set-)?cookie["']?:[ \t]{0,4}["']?)([^\n"']{1,8000})/gi;

const cookie = /([^\s=;]{1,100}=)([\w%+/=.~-]{16,4000})/g;

/** RED-1: take the secrets out of a text that its surroundings tell of: options, tags, tables, logins, cookies. */
export const announcedPasses: readonly Pass[] = [
  ...forms.map(
    (form): Pass =>
      (text, count) =>
        without(text, form, count),
  ),
  withoutCookies,
];

function withoutCookies(text: string, count: Count): string {
  return text.replace(
    cookies,
    (_match, header: string, pairs: string) =>
      header +
      pairs.replace(cookie, (pair: string, name: string, value: string) =>
        isRandom(value) ? name + count('session cookie') : pair,
      ),
  );
}

function without(
  text: string,
  { pattern, kind, isSecret, isQuoted = kind !== undefined }: Form,
  count: Count,
): string {
  return text.replace(pattern, (match: string, before: string, name: string, value: string) => {
    const tail = /[.,:)\]}]{0,8}$/.exec(value)?.[0] ?? '';
    const bare = value.slice(0, value.length - tail.length);
    if (!(isSecret?.(bare, name) ?? isNamedSecret(name, bare, isQuoted))) return match;
    return before + count(kind ?? (isPassword(name) ? 'password' : 'secret')) + tail;
  });
}

function isNamedSecret(name: string, value: string, isQuoted: boolean): boolean {
  return isSecretValue({
    name: name === '' ? 'password' : name,
    rest: '',
    value,
    operator: '=',
    isDirect: false,
    isQuoted,
    isAssigned: false,
  });
}

/** Made by a machine, and no word, number or name with a year. */
function isRandom(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return (
    digits >= 2 &&
    /[a-z]/i.test(value) &&
    !/^[a-z]{2,}(?:[._-][a-z]{2,})*[._-]?\d{1,4}$/i.test(value)
  );
}

/** `user:password` in base64, as programs keep a login. */
function isLogin(value: string): boolean {
  const whole = value.replace(/=/g, '').length % 4 !== 1;
  return whole && /^[!-~]{1,300}:[ -~]{1,2000}$/.test(atob(value.replace(/=/g, '')));
}

/** Counts a secret of a kind, and answers what stands in its place. */
export type Count = (kind: string) => string;

/** Takes the secrets of one form out of a text. */
export type Pass = (text: string, count: Count) => string;
