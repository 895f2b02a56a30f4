import { access, constants, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { runInit, type InitReport } from '../commands/init.ts';
import { codex } from '../init/codex.ts';
import { gemini } from '../init/gemini.ts';
import { hookScriptPath } from '../init/hook-script.ts';
import { isOnSearchPath } from '../init/work-tree.ts';
import { textOf, type Repository } from '../repository.ts';
import type { Terminal } from '../terminal.ts';
import { checkCodexTrust } from './codex-trust.ts';
import { broken, ok, type Finding } from './finding.ts';
import { checkGeminiTrust } from './gemini-trust.ts';

/** Whether the hooks and MCP entries of the clients in use are in place, in every work tree. */
export async function checkClients(terminal: Terminal, repository: Repository): Promise<Finding[]> {
  const searchPath = terminal.environment['PATH'] ?? '';
  const plan = { directory: repository.top, clients: [], undo: false, dryRun: true, searchPath };
  const report = await runInit(plan);
  if (isRefusal(report)) {
    return [broken('hooks', report.message, 'Mend the file, then run: coord init')];
  }
  return [
    ...checkFiles(report),
    ...(await checkTrust(terminal, repository, report.clients)),
    await checkScript(repository),
    ...(await checkWorkTrees(repository)),
  ];
}

/** Some clients run the hooks of a project only once their user has agreed, and say nothing until then. */
const trustChecks = new Map([
  [codex, checkCodexTrust],
  [gemini, checkGeminiTrust],
]);

/** Of the clients that are in use here, those that this user has; the settings of others are in the repository too. */
async function checkTrust(
  terminal: Terminal,
  repository: Repository,
  names: readonly string[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [client, check] of trustChecks) {
    const { environment, homeDirectory } = terminal;
    const isUsed =
      (await isOnSearchPath(client.binary, environment['PATH'] ?? '')) ||
      (await isThere(join(homeDirectory, client.folder)));
    if (names.includes(client.name) && isUsed) findings.push(await check(terminal, repository));
  }
  return findings;
}

/** `coord init` would leave alone what is right. MCP entries lie in files of their own, but for one client. */
function checkFiles({ clients, files }: InitReport): Finding[] {
  const names = clients.join(', ');
  const isMcp = (path: string) => path.includes('mcp') || path.endsWith('.toml');
  const kinds = [
    { check: 'hooks', of: files.filter(({ path }) => !isMcp(path)) },
    { check: 'mcp', of: files.filter(({ path }) => isMcp(path)) },
  ];
  return kinds.map(({ check, of }) => {
    const wrong = of.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    return wrong.length === 0
      ? ok(check, `in place for ${names}`)
      : broken(check, `${wrong.join(', ')} not as needed for ${names}`, 'Run: coord init');
  });
}

async function checkScript({ top }: Repository): Promise<Finding> {
  const runs = await isExecutable(join(top, hookScriptPath));
  return runs
    ? ok('hook script', `${hookScriptPath} can be run`)
    : broken('hook script', `${hookScriptPath} is missing or cannot be run`, 'Run: coord init');
}

/** Clients call the script of the work tree that they work in, so it has to be on every branch. */
async function checkWorkTrees({ commonDirectory }: Repository): Promise<Finding[]> {
  const linked = await linkedWorkTrees(commonDirectory);
  const findings = await Promise.all(
    linked.map(async (folder) =>
      (await isExecutable(join(folder, hookScriptPath)))
        ? ok('work tree', `${folder} has the hooks`)
        : broken(
            'work tree',
            `${folder} has no ${hookScriptPath}`,
            'Commit what coord init wrote and merge it there, or run coord init in it.',
          ),
    ),
  );
  return findings;
}

/** The folders of linked work trees that are still there. */
async function linkedWorkTrees(commonDirectory: string): Promise<string[]> {
  const registry = join(commonDirectory, 'worktrees');
  const names = await readdir(registry).catch(() => []);
  const pointers = await Promise.all(
    names.map(async (name) => (await textOf(join(registry, name, 'gitdir')))?.trim()),
  );
  const folders = pointers.flatMap((pointer) =>
    pointer === undefined ? [] : [dirname(resolve(registry, pointer))],
  );
  const present = await Promise.all(folders.map((folder) => isThere(folder)));
  return folders.filter((_, at) => present[at]);
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
