import type { AgentClient } from '../../shared/clients/client.ts';
import type { SharedFile } from '../../shared/clients/common/planned-files.ts';
import { clientNames, clients } from '../../shared/clients/registry.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** The clients of these names, in the registry's order. Refused with the known names where one is unknown. */
export function clientsNamed(names: readonly string[]): AgentClient[] | Refusal {
  const unknown = names.find((name) => !clientNames.includes(name));
  if (unknown === undefined) return clients.filter((client) => names.includes(client.name));
  const message = `There is no client named "${unknown}". Known clients: ${clientNames.join(', ')}.`;
  return refuse('ValidationError', message, { field: 'client', known: clientNames });
}

/** Clients can share a file: what each known client wants in the one at `path`. */
export function sharersOf(path: string): { client: AgentClient; file: SharedFile }[] {
  return clients.flatMap((client) =>
    client.files.flatMap((file) =>
      file.kind !== 'text' && file.path === path ? [{ client, file }] : [],
    ),
  );
}
