import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { textOf, type Repository } from '../repository.ts';
import type { Terminal } from '../terminal.ts';
import { broken, ok, warning, type Finding } from './finding.ts';
import { jsonIn, valueAt } from './settings-value.ts';

const check = 'gemini trust';

/** Whether this user's Gemini CLI runs the repository's hooks: in a folder that it does not trust it says nothing. */
export async function checkGeminiTrust(
  { environment, homeDirectory }: Terminal,
  { top }: Repository,
): Promise<Finding> {
  const folder = join(environment['GEMINI_CLI_HOME'] || homeDirectory, '.gemini');
  const path =
    environment['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || join(folder, 'trustedFolders.json');
  const [user, project, rules] = await Promise.all(
    [join(folder, 'settings.json'), join(top, '.gemini/settings.json'), path].map(async (file) =>
      jsonIn(await textOf(file)),
    ),
  );
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
  return (await isTrusted(top, rules))
    ? ok(check, 'Gemini CLI trusts the folder')
    : broken(
        check,
        `Gemini CLI does not trust ${top}, so it runs no hook and starts no server there`,
        'Start gemini there, and say that you trust the folder (or use /permissions trust).',
      );
}

/** The rule with the longest path counts, as in Gemini CLI itself. */
async function isTrusted(top: string, rules: unknown): Promise<boolean> {
  let best = { length: -1, level: '' };
  for (const [path, level] of Object.entries(rules ?? {})) {
    const folder = level === 'TRUST_PARENT' ? dirname(path) : path;
    const real = await realpath(folder).catch(() => folder);
    const applies = top === real || top.startsWith(real.endsWith(sep) ? real : real + sep);
    if (applies && path.length > best.length) best = { length: path.length, level: String(level) };
  }
  return best.level === 'TRUST_FOLDER' || best.level === 'TRUST_PARENT';
}
