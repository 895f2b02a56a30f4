import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { asData, asExact } from '../../kernel/display.ts';
import { readPrivateFile } from '../disk/files.ts';
import type { IsTrusted, OwnSetting } from './harden.ts';

/** Where a person's trust in what a repository brings along is kept: for the gate's command and for Git's settings. */
export function trustFileIn(folder: string): string {
  return join(folder, 'gate', 'settings.json');
}

/** Equal for equal settings: trust holds for exactly these values. */
export function settingDigest({ name, values }: OwnSetting): string {
  return createHash('sha256')
    .update(JSON.stringify([name, ...values]))
    .digest('hex');
}

/** By what the file says now; nothing is trusted where it cannot be read, or another user could have written it. */
export function trustIn(file: string | undefined): IsTrusted {
  const text = file === undefined ? undefined : readPrivateFile(file);
  const digests = typeof text === 'string' ? digestsIn(text) : new Map();
  return (setting) => digests.get(setting.name) === settingDigest(setting);
}

/** By the names of the settings. */
function digestsIn(text: string): ReadonlyMap<string, unknown> {
  try {
    const { trusted_settings: digests } = JSON.parse(text) as Record<string, object>;
    return new Map(Object.entries(digests ?? {}));
  } catch {
    return new Map();
  }
}

/** A setting as people read it: whole, because what they confirm is exactly this. */
export function shownSetting({ name, values }: OwnSetting): string {
  return `${asExact(name)} = ${values.map((value) => asExact(value)).join(', ')}`;
}

/** Says what was not used, and what a person can do. */
export function notUsed(settings: readonly OwnSetting[]): string {
  const [first] = settings;
  if (first === undefined) return '';
  const shown = settings
    .slice(0, 3)
    .map((setting) => asData(shownSetting(setting)))
    .join('; ');
  const more = settings.length > 3 ? `; and ${settings.length - 3} more` : '';
  const names = settings.slice(0, 3).map(({ name }) => quoted(name));
  const commands = names.map((name) => `coord gate trust ${name}`).join('; ');
  return `The repository's own settings propose: ${shown}${more}. It is not used before you have confirmed it: ${commands}`;
}

function quoted(name: string): string {
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${asData(name, 200).replaceAll("'", `'\\''`)}'`;
}
