import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { tryReadText } from '../../shared/node/files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { broken, ok, warning, type Finding } from './finding.ts';
import { jsonIn, valueAt } from './settings-value.ts';

const check = 'gemini trust';

/** Whether this user's Gemini CLI runs the repository's hooks: in a folder that it does not trust it says nothing. */
export async function checkGeminiTrust(
  { environment, homeDirectory }: Terminal,
  { root }: WorkTree,
): Promise<Finding> {
  const folder = join(environment['GEMINI_CLI_HOME'] || homeDirectory, '.gemini');
  const path =
    environment['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || join(folder, 'trustedFolders.json');
  const [user, project, rules] = [
    join(folder, 'settings.json'),
    join(root, '.gemini/settings.json'),
    path,
  ].map((file) => jsonIn(tryReadText(file)));
  if ([user, project].some((settings) => valueAt(settings, 'hooksConfig', 'enabled') === false)) {
    const fix = 'Take "hooksConfig": {"enabled": false} out of the settings of Gemini CLI.';
    return broken(check, 'Gemini CLI is told to run no hooks', fix);
  }
  const needsTrust = valueAt(user, 'security', 'folderTrust', 'enabled') !== false;
  if (!needsTrust || environment['GEMINI_CLI_TRUST_WORKSPACE'] === 'true')
    return ok(check, 'Gemini CLI trusts every folder here');
  if (rules === undefined) {
    return warning(
      check,
      `${path} cannot be read as JSON`,
      'See in it that the folder is trusted.',
    );
  }
  return (await isTrusted(root, rules))
    ? ok(check, 'Gemini CLI trusts the folder')
    : broken(
        check,
        `Gemini CLI does not trust ${root}, so it runs no hook and starts no server there`,
        'Start gemini there, and say that you trust the folder (or use /permissions trust).',
      );
}

/** The rule with the longest path counts, as in Gemini CLI itself. */
async function isTrusted(root: string, rules: unknown): Promise<boolean> {
  let best = { length: -1, level: '' };
  for (const [path, level] of Object.entries(rules ?? {})) {
    const folder = level === 'TRUST_PARENT' ? dirname(path) : path;
    const real = await realpath(folder).catch(() => folder);
    const applies = root === real || root.startsWith(real.endsWith(sep) ? real : real + sep);
    if (applies && path.length > best.length) best = { length: path.length, level: String(level) };
  }
  return best.level === 'TRUST_FOLDER' || best.level === 'TRUST_PARENT';
}
