import { access, constants, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { clientsFound, setUpClients, type InitReport } from '../init/set-up-clients.ts';
import type { AgentClient } from '../../shared/clients/client.ts';
import type { PlannedFile } from '../../shared/clients/common/planned-files.ts';
import { hookScriptPath } from '../../shared/clients/common/hook-script-path.ts';
import { parseRecord, recordPath } from '../init/init-record.ts';
import { clientNames, clients } from '../../shared/clients/registry.ts';
import { isOnSearchPath } from '../../shared/node/search-path.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { clientMachine } from './client-machine.ts';
import { broken, ok, skipped, type Finding } from '../../shared/clients/common/finding.ts';
import { checkSharedFiles } from './shared-hooks.ts';

/** Whether the hooks and MCP entries of the clients that are set up are in place, in every work tree. */
export async function checkClients(terminal: Terminal, repository: WorkTree): Promise<Finding[]> {
  const { root } = repository;
  const searchPath = terminal.environment['PATH'] ?? '';
  const known = await clientsSetUp(root);
  const plan = { directory: root, clients: known, undo: false, dryRun: true, searchPath };
  const report = await setUpClients(plan);
  if (isRefusal(report)) {
    return [broken('hooks', report.message, 'Mend the file, then run: coord init')];
  }
  const found = known.length === 0 ? [] : await clientsFound(root, searchPath);
  const others = found.map(({ name }) => name).filter((name) => !known.includes(name));
  return [
    ...report.clients.flatMap((name) => checkFiles(report, name)),
    ...others.map((name) =>
      skipped('hooks', `not set up for ${name}: coord init --client ${name}`),
    ),
    ...(await checkEach(terminal, repository, report.clients)),
    await checkScript(repository),
    ...(known.length === 0 ? [] : await checkSharedFiles(terminal, repository, pathsOf(report))),
    ...(await checkWorkTrees(repository)),
  ];
}

function pathsOf({ files }: InitReport): string[] {
  return files.flatMap(({ path, action }) => (action === 'unchanged' ? [path] : []));
}

/** What keeps the clients that are set up from running hooks that are in place. */
async function checkEach(
  terminal: Terminal,
  repository: WorkTree,
  names: readonly string[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const client of clients.filter(({ name }) => names.includes(name))) {
    const isUsed = await isInUse(terminal, client);
    const found = await client.check?.(clientMachine(terminal, repository, isUsed));
    findings.push(...(found ?? []));
  }
  return findings;
}

async function isInUse(
  { environment, homeDirectory }: Terminal,
  { binary, folder }: AgentClient,
): Promise<boolean> {
  return (
    (await isOnSearchPath(binary, environment['PATH'] ?? '')) ||
    isThere(join(homeDirectory, folder))
  );
}

/** The names that the record of init has, as far as this version knows them. */
async function clientsSetUp(root: string): Promise<string[]> {
  const record = parseRecord(tryReadText(join(root, recordPath)));
  if (isRefusal(record)) return [];
  return record.clients.filter((name) => clientNames.includes(name));
}

/** `coord init` would leave alone what is right. What belongs to no client belongs to the hooks of each. */
function checkFiles({ files }: InitReport, name: string): Finding[] {
  const own = clients.find((client) => client.name === name)?.files ?? [];
  const servers = own.flatMap((file) => (isForServers(file) ? [file.path] : []));
  const foreign = new Set(clients.flatMap((client) => client.files).map(({ path }) => path));
  for (const { path } of own) foreign.delete(path);
  const wrong = files.filter(({ path, action }) => action !== 'unchanged' && !foreign.has(path));
  const kinds = [
    { check: 'hooks', of: wrong.filter(({ path }) => !servers.includes(path)) },
    ...(servers.length > 0
      ? [{ check: 'mcp', of: wrong.filter(({ path }) => servers.includes(path)) }]
      : []),
  ];
  return kinds.map(({ check, of }) =>
    of.length === 0
      ? ok(check, `in place for ${name}`)
      : broken(
          check,
          `${of.map(({ path }) => path).join(', ')} not as needed for ${name}`,
          'Run: coord init',
        ),
  );
}

async function checkScript({ root }: WorkTree): Promise<Finding> {
  const runs = await isExecutable(join(root, hookScriptPath));
  return runs
    ? ok('hook script', `${hookScriptPath} can be run`)
    : broken('hook script', `${hookScriptPath} is missing or cannot be run`, 'Run: coord init');
}

/** Clients call the script of the work tree that they work in, so it has to be on every branch. */
async function checkWorkTrees({ commonDir }: WorkTree): Promise<Finding[]> {
  const linked = await linkedWorkTrees(commonDir);
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
async function linkedWorkTrees(commonDir: string): Promise<string[]> {
  const registry = join(commonDir, 'worktrees');
  const names = await readdir(registry).catch(() => []);
  const pointers = names.map((name) => tryReadText(join(registry, name, 'gitdir'))?.trim());
  const folders = pointers.flatMap((pointer) =>
    !pointer ? [] : [dirname(resolve(registry, pointer))],
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

/** Whether a file has nothing but MCP entries. */
function isForServers(file: PlannedFile): boolean {
  return file.kind === 'toml' || (file.kind === 'json' && file.servers === true);
}
