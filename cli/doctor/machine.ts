import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { loginsFile } from '../../shared/node/logins.ts';
import { isOnSearchPath } from '../../shared/node/search-path.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { broken, ok, warning, type Finding } from '../../shared/clients/common/finding.ts';

const leastNode = [20, 19] as const;

/** What coord needs of the machine itself. */
export async function checkMachine(terminal: Terminal): Promise<Finding[]> {
  const searchPath = terminal.environment['PATH'] ?? '';
  const [hasGit, hasCurl, hasCoord] = await Promise.all(
    ['git', 'curl', 'coord'].map((program) => isOnSearchPath(program, searchPath)),
  );
  return [
    checkNode(terminal.nodeVersion),
    hasGit
      ? ok('git', 'git is on the PATH')
      : broken('git', 'git is not on the PATH', 'Install git.'),
    hasCurl
      ? ok('curl', 'curl is on the PATH; hooks call the daemon with it')
      : warning(
          'curl',
          'curl is not on the PATH, so each hook starts Node instead',
          'Install curl.',
        ),
    hasCoord
      ? ok('coord', 'coord is on the PATH')
      : warning(
          'coord',
          'coord is not on the PATH, so clients cannot start its MCP server',
          'In the folder where coord was installed, run: npm link',
        ),
    ...(await checkLogins(terminal)),
  ];
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return enough
    ? ok('node', `Node ${version}`)
    : broken('node', `Node ${version} is too old`, `Install Node ${leastNode.join('.')} or newer.`);
}

async function checkLogins(terminal: Terminal): Promise<Finding[]> {
  const file = join(stateFolder(terminal), loginsFile);
  const info = await stat(file).catch(() => undefined);
  return info === undefined ? [] : [checkPrivate('login', { file, mode: info.mode, terminal })];
}

/** A file with a secret is for its owner only. Windows has no such bits. */
export function checkPrivate(
  check: string,
  { file, mode, terminal }: { file: string; mode: number; terminal: Terminal },
): Finding {
  if (terminal.platform === 'win32' || (mode & 0o077) === 0) {
    return ok(check, `${file} is readable by you only`);
  }
  return broken(check, `${file} can be read by others`, `Run: chmod 600 '${file}'`);
}
