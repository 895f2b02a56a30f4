import type { ClientMachine } from '../common/client-machine.ts';
import { warning, type Finding } from '../common/finding.ts';
import { valueAt } from '../common/settings-value.ts';

/** In a folder that is not trusted Copilot CLI runs no hook and says nothing. */
export async function checkCopilotTrust(machine: ClientMachine): Promise<Finding[]> {
  const { environment, homeDirectory, root } = machine;
  const home = environment['COPILOT_HOME'] || `${homeDirectory}/.copilot`;
  const trusted = valueAt(machine.json(`${home}/config.json`), 'trustedFolders');
  const isTrusted =
    Array.isArray(trusted) &&
    trusted.some((folder) => typeof folder === 'string' && `${root}/`.startsWith(`${folder}/`));
  return isTrusted
    ? []
    : [
        warning(
          'copilot',
          `Copilot CLI does not trust ${root}, and runs no hooks there`,
          'Start copilot there once and trust the folder.',
        ),
      ];
}
