/**
 * GIT-1: a repository's own settings can name programs that git then runs, and lead a connection elsewhere. Here they lose
 * their effect, while the settings that the user made for all their repositories stay in force. Pure.
 */

/** One setting as git reads it, with where it stands. */
export interface Setting {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** Where git read it, such as `file:.git/config`. */
  readonly origin?: string;
  /** As git prints it: section and key in lower case, the part in between as it is. */
  readonly name: string;
  readonly value: string;
}

/** A setting of the repository's own, with all its values in their order. */
export interface OwnSetting {
  readonly name: string;
  readonly values: readonly string[];
}

/** Whether the person has confirmed the setting with exactly these values. */
export type IsTrusted = (setting: OwnSetting) => boolean;

/** Asks for all settings, also those of included files, for `parseSettings`. */
export const listSettings: readonly string[] = [
  'config',
  '--includes',
  '--show-scope',
  '--show-origin',
  '-z',
  '--list',
];

/** Reads what `listSettings` answered. A setting without a value means `true`. */
export function parseSettings(listing: string): Setting[] {
  const parts = listing.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', setting = ''] = parts.slice(at, at + 3);
    const end = setting.indexOf('\n');
    const name = end === -1 ? setting : setting.slice(0, end);
    settings.push({ scope, origin, name, value: end === -1 ? 'true' : setting.slice(end + 1) });
  }
  return settings;
}

/** What names a program, and what stands in its place when the user has set nothing for all their repositories. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/^core\.sshcommand$/, 'ssh'],
  [/^core\.alternaterefscommand$/, 'true'],
  [/^core\.(askpass|editor|pager)$/, ''],
  [/^sequence\.editor$/, 'false'],
  [/^filter\..*\.(clean|smudge|process)$/s, ''],
  [/^merge\..*\.driver$/s, 'false'],
  [/^diff\.(external|.*\.command)$/s, 'false'],
  [/^diff\..*\.textconv$/s, 'cat'],
  [/^gpg\.(.*\.)?program$/s, 'false'],
  [/^gpg\.ssh\.defaultkeycommand$/, 'false'],
  [/^hook\..*\.enabled$/s, 'false'],
  // A key or a certificate can be in a module that is loaded; the others send passwords elsewhere, or write a file.
  [/^http\.(.*\.)?sslverify$/s, 'true'],
  [/^http\.(.*\.)?savecookies$/s, 'false'],
  [/^http\.(.*\.)?(proxyssl|ssl)(key|cert|cainfo|capath|keytype|certtype|backend)$/s, ''],
  [/^http\.(.*\.)?(proxy|curloptresolve|cookiefile)$/s, ''],
  [/^remote\..*\.proxy$/s, ''],
];

const credentialHelper = /^credential\.(.*\.)?helper$/s;
/** Hooks of newer versions of git, which stand in the settings. */
const configuredHook = /^(hook\..*)\.(command|event)$/s;
const gitProxy = 'core.gitproxy';
/** Git takes the first value of these, so a later one cannot replace it: the call has to say what counts. */
const remoteProgram = /^remote\.(.*)\.(uploadpack|receivepack)$/s;
/** Either of them makes git fetch what is missing from this remote. */
const promisor = /^remote\.(.*)\.(?:promisor|partialclonefilter)$/s;
/** What only a connection of a kind uses. */
const usedFor: readonly (readonly [RegExp, RegExp])[] = [
  [/^core\.sshcommand$/, /^ssh:|^[^/:]+:(?!\/\/|:)/],
  [/^core\.gitproxy$/, /^git:/],
  [/^core\.askpass$|^(credential|http)\.|^remote\..*\.proxy$/s, /^https?:/],
];

/** The settings of the repository that name programs or lead elsewhere, and that nobody has confirmed: they are not used. */
export function withheldSettings(
  settings: readonly Setting[],
  isTrusted: IsTrusted = () => false,
): OwnSetting[] {
  const own = settings.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const named = new Map<string, string[]>();
  for (const { name, value } of own) {
    const isWithheld =
      name === gitProxy ||
      credentialHelper.test(name) ||
      configuredHook.test(name) ||
      remoteProgram.test(name) ||
      programs.some(([pattern]) => pattern.test(name));
    if (isWithheld) named.set(name, [...(named.get(name) ?? []), value]);
  }
  return [...named]
    .map(([name, values]) => ({ name, values }))
    .filter((setting) => !isTrusted(setting));
}

/** Those of them that a fetch from these addresses of the remote, or a push to them, would use. */
export function withheldFor(
  withheld: readonly OwnSetting[],
  remote: string,
  addresses: readonly string[],
): OwnSetting[] {
  return withheld.filter(({ name }) => {
    if (remoteProgram.exec(name)?.[1] === remote) return true;
    const kind = usedFor.find(([pattern]) => pattern.test(name))?.[1];
    return kind !== undefined && addresses.some((address) => kind.test(address));
  });
}

/** Whether a command that fetches a missing object behind our back would use one of them. */
export function concernTransport(withheld: readonly OwnSetting[]): boolean {
  return withheld.some(
    ({ name }) => remoteProgram.test(name) || usedFor.some(([pattern]) => pattern.test(name)),
  );
}

/** The remotes from which git fetches a missing object by itself, in any command. */
export function promisorsIn(settings: readonly Setting[]): string[] {
  const names = settings.flatMap(({ name, value }) =>
    name === 'extensions.partialclone' ? [value] : (promisor.exec(name)?.[1] ?? []),
  );
  return [...new Set(names)];
}

/** What a call has to say so that the remote's own programs do not count; goes behind the command. */
export function remotePrograms(
  withheld: readonly OwnSetting[],
  remote: string,
  command: string,
): string[] {
  const [key, option] =
    command === 'push' ? ['receivepack', '--receive-pack'] : ['uploadpack', '--upload-pack'];
  const isWithheld = withheld.some(({ name }) => name === `remote.${remote}.${key}`);
  return isWithheld ? [`${option}=git-${option.slice(2)}`] : [];
}

/** The environment in which git ignores what is withheld. */
export function hardenedEnvironment(
  settings: readonly Setting[],
  withheld: readonly OwnSetting[] = withheldSettings(settings),
): Record<string, string> {
  const pairs = [...ownPrograms(settings, withheld), ...credentialHelpers(settings, withheld)];
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [at, [name, value]] of pairs.entries()) {
    environment[`GIT_CONFIG_KEY_${at}`] = name;
    environment[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  // A proxy can be taken back by the environment alone.
  if (withheld.some(({ name }) => name === gitProxy)) environment['GIT_PROXY_COMMAND'] = '';
  return environment;
}

type Pair = readonly [name: string, value: string];

function ownPrograms(settings: readonly Setting[], withheld: readonly OwnSetting[]): Pair[] {
  const users = settings.filter(({ scope }) => scope === 'system' || scope === 'global');
  const valueOf = (wanted: string) => users.findLast(({ name }) => name === wanted)?.value;
  return withheld.flatMap(({ name }): Pair[] => {
    const hook = configuredHook.exec(name)?.[1];
    if (hook !== undefined) return [[`${hook}.enabled`, 'false']];
    const neutral = programs.find(([pattern]) => pattern.test(name))?.[1];
    if (neutral === undefined) return [];
    return [[name, valueOf(name) ?? valueOf(generalName(name)) ?? neutral]];
  });
}

/** What the user may have set instead of a setting for one address or one remote. */
function generalName(name: string): string {
  return name.replace(/^http\..*\./s, 'http.').replace(/^remote\..*\.proxy$/s, 'http.proxy');
}

/** An empty helper forgets those before it; those that stay are named again behind it. */
function credentialHelpers(settings: readonly Setting[], withheld: readonly OwnSetting[]): Pair[] {
  const left = new Set(
    withheld.map(({ name }) => name).filter((name) => credentialHelper.test(name)),
  );
  if (left.size === 0) return [];
  const kept = settings.filter(
    ({ scope, name }) =>
      credentialHelper.test(name) &&
      (scope === 'system' || scope === 'global' || (scope !== 'command' && !left.has(name))),
  );
  return [['credential.helper', ''], ...kept.map(({ name, value }): Pair => [name, value])];
}
