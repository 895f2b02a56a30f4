/**
 * A repository's own settings can name programs that git then runs. Here they lose their effect, while the settings that
 * the user made for all their repositories stay in force. Pure.
 */

/** One setting as git reads it, with where it stands. */
export interface Setting {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** As git prints it: section and key in lower case, the part in between as it is. */
  readonly name: string;
  readonly value: string;
}

/** Asks for all settings, also those of included files, for `parseSettings`. */
export const listSettings: readonly string[] = [
  'config',
  '--includes',
  '--show-scope',
  '-z',
  '--list',
];

/** Reads what `listSettings` answered. A setting without a value means `true`. */
export function parseSettings(listing: string): Setting[] {
  const parts = listing.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = '', setting = ''] = [parts[at], parts[at + 1]];
    const end = setting.indexOf('\n');
    const name = end === -1 ? setting : setting.slice(0, end);
    settings.push({ scope, name, value: end === -1 ? 'true' : setting.slice(end + 1) });
  }
  return settings;
}

/** What names a program, and what stands in its place when the user has set nothing for all their repositories. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/^core\.sshcommand$/, 'ssh'],
  [/^core\.alternaterefscommand$/, 'true'],
  [/^core\.(askpass|editor|pager)$/, ''],
  [/^remote\..*\.uploadpack$/s, 'git-upload-pack'],
  [/^remote\..*\.receivepack$/s, 'git-receive-pack'],
  [/^filter\..*\.(clean|smudge|process)$/s, ''],
  [/^merge\..*\.driver$/s, 'false'],
  [/^gpg\.(.*\.)?program$/s, 'false'],
  [/^hook\..*\.enabled$/s, 'false'],
];

const credentialHelper = /^credential\.(.*\.)?helper$/s;
/** Hooks of newer versions of git, which stand in the settings. */
const configuredHook = /^(hook\..*)\.(command|event)$/s;

/** The environment in which git ignores the programs that the repository's own settings name. */
export function hardenedEnvironment(settings: readonly Setting[]): Record<string, string> {
  const own = settings.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const users = settings.filter(({ scope }) => scope === 'system' || scope === 'global');
  const pairs = [...ownPrograms(own, users), ...credentialHelpers(own, users)];
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [at, [name, value]] of pairs.entries()) {
    environment[`GIT_CONFIG_KEY_${at}`] = name;
    environment[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  // A proxy can be taken back by the environment alone.
  if (own.some(({ name }) => name === 'core.gitproxy')) environment['GIT_PROXY_COMMAND'] = '';
  return environment;
}

type Pair = readonly [name: string, value: string];

function ownPrograms(own: readonly Setting[], users: readonly Setting[]): Pair[] {
  const names = new Set(own.map(({ name }) => name));
  return [...names].flatMap((name): Pair[] => {
    const hook = configuredHook.exec(name)?.[1];
    if (hook !== undefined) return [[`${hook}.enabled`, 'false']];
    const neutral = programs.find(([pattern]) => pattern.test(name))?.[1];
    if (neutral === undefined) return [];
    return [[name, users.findLast((one) => one.name === name)?.value ?? neutral]];
  });
}

/** An empty helper forgets those before it; the user's own are named again behind it. */
function credentialHelpers(own: readonly Setting[], users: readonly Setting[]): Pair[] {
  if (!own.some(({ name }) => credentialHelper.test(name))) return [];
  const kept = users.filter(({ name }) => credentialHelper.test(name));
  return [['credential.helper', ''], ...kept.map(({ name, value }): Pair => [name, value])];
}
