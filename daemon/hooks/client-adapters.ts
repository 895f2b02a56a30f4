import { resolve } from 'node:path';
import type { ClientHooks } from '../../shared/clients/common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../../shared/clients/common/hook-call.ts';
import { clients } from '../../shared/clients/registry.ts';
import { maxGivenPathLength } from '../../shared/kernel/paths.ts';

const adapters: ReadonlyMap<string, ClientHooks> = new Map(
  clients.map(({ name, hooks }) => [
    name,
    { read: (payload) => withPaths(hooks.read(payload)), write: hooks.write },
  ]),
);

/** What reads and answers the hooks behind `/hooks/:client`: as the client says it, with paths from the agent's folder. */
export function adapterOf(client: string): ClientHooks | undefined {
  return adapters.get(client);
}

function withPaths(call: HookCall | undefined): HookCall | undefined {
  if (call === undefined || !('files' in call)) return call;
  return Object.assign(call, { files: call.files.map((file) => fromFolder(call, file)) });
}

/** One that is too long stays as it is, to be refused (CON-1). */
function fromFolder({ cwd }: Pick<CallFacts, 'cwd'>, file: FileEdit): FileEdit {
  if (cwd === undefined || file.path.length > maxGivenPathLength) return file;
  const path = cwd.length > maxGivenPathLength ? cwd : resolve(cwd, file.path);
  return { ...file, path };
}
