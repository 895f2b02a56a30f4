import type { ClientMachine } from '../common/client-machine.ts';
import { broken, ok, warning, type Finding } from '../common/finding.ts';
import { valueAt } from '../common/settings-value.ts';

const check = 'gemini trust';

/** Whether this user's Gemini CLI runs the repository's hooks: in a folder that it does not trust it says nothing. */
export async function checkGeminiTrust(machine: ClientMachine): Promise<Finding[]> {
  return machine.isUsed ? [await trustOf(machine)] : [];
}

async function trustOf(machine: ClientMachine): Promise<Finding> {
  const { environment, homeDirectory, root } = machine;
  const folder = `${environment['GEMINI_CLI_HOME'] || homeDirectory}/.gemini`;
  const path = environment['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || `${folder}/trustedFolders.json`;
  const user = machine.json(`${folder}/settings.json`);
  const project = machine.json(`${root}/.gemini/settings.json`);
  const rules = machine.json(path);
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
  return (await isTrusted(machine, rules))
    ? ok(check, 'Gemini CLI trusts the folder')
    : broken(
        check,
        `Gemini CLI does not trust ${root}, so it runs no hook and starts no server there`,
        'Start gemini there, and say that you trust the folder (or use /permissions trust).',
      );
}

/** The rule with the longest path counts, as in Gemini CLI itself. */
async function isTrusted({ root, realPath }: ClientMachine, rules: unknown): Promise<boolean> {
  let best = { length: -1, level: '' };
  for (const [path, level] of Object.entries(rules ?? {})) {
    const folder = level === 'TRUST_PARENT' ? parentOf(path) : path;
    if (isWithin(await realPath(folder), root) && path.length > best.length)
      best = { length: path.length, level: String(level) };
  }
  return best.level === 'TRUST_FOLDER' || best.level === 'TRUST_PARENT';
}

function parentOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '') || '/';
}

function isWithin(folder: string, path: string): boolean {
  const rest = path.slice(folder.length);
  return path.startsWith(folder) && (rest === '' || /[/\\]$/.test(folder) || /^[/\\]/.test(rest));
}
