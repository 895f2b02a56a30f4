import { hookScriptPath } from '../common/hook-script-path.ts';
import type { ClientMachine } from '../common/client-machine.ts';
import { broken, ok, warning, type Finding } from '../common/finding.ts';
import { listOf } from '../common/payload.ts';
import { valueAt } from '../common/settings-value.ts';

const check = 'codex trust';

/**
 * Whether this user's Codex runs the repository's hooks: it says nothing when it does not. It must trust the project,
 * and each hook by itself; both are noted in its own settings.
 */
export async function checkCodexTrust(machine: ClientMachine): Promise<Finding[]> {
  return machine.isUsed ? [trustOf(machine)] : [];
}

/** In a linked work tree Codex takes both the hooks and the trust of the main one. */
function trustOf({
  environment,
  homeDirectory,
  root,
  mainRoot,
  ...machine
}: ClientMachine): Finding {
  const path = `${environment['CODEX_HOME'] || `${homeDirectory}/.codex`}/config.toml`;
  const config = machine.toml(path);
  if (config === undefined) return warning(check, `${path} is not TOML`, 'Mend the file.');
  if (![root, mainRoot].some((folder) => isTrusted(config, folder))) {
    return broken(
      check,
      `Codex does not trust ${root}, so it runs no hook and starts no server there`,
      'Start codex there, and say that you trust the folder.',
    );
  }
  const hooksPath = `${mainRoot}/.codex/hooks.json`;
  const keys = hookKeys(hooksPath, machine.json(hooksPath));
  if (keys.length === 0) {
    const fix = 'Commit what coord init wrote and merge it there, or run coord init there.';
    return broken(check, `Codex takes the hooks of ${mainRoot}, and coord's are not there`, fix);
  }
  const missing = keys.filter((key) => !runsHook(config, key));
  return missing.length === 0
    ? ok(check, 'Codex trusts the project and its hooks')
    : broken(
        check,
        `Codex does not trust ${missing.length} of the ${keys.length} hooks, so it does not run them`,
        'Start codex there, review the hooks with /hooks, and trust them.',
      );
}

function isTrusted(config: unknown, folder: string): boolean {
  return valueAt(config, 'projects', folder, 'trust_level') === 'trusted';
}

/** The names under which Codex notes what it was told of coord's hooks: file, event, group and position. */
function hookKeys(path: string, settings: unknown): string[] {
  const events = Object.entries(valueAt(settings, 'hooks') ?? {});
  return events.flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, index) =>
      listOf(valueAt(group, 'hooks')).flatMap((hook, position) =>
        String(valueAt(hook, 'command')).includes(`${hookScriptPath} codex`)
          ? [`${path}:${snakeCase(event)}:${index}:${position}`]
          : [],
      ),
    ),
  );
}

function runsHook(config: unknown, key: string): boolean {
  const state = valueAt(config, 'hooks', 'state', key);
  return valueAt(state, 'trusted_hash') !== undefined && valueAt(state, 'enabled') !== false;
}

function snakeCase(event: string): string {
  return event.replaceAll(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
