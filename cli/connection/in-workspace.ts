import type { Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { connect, workspaceOf, type ConnectOptions, type WorkspaceReference } from './connect.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Connects and finds the workspace that a command is about, then asks there. */
export async function inWorkspace<T>(
  terminal: Terminal,
  options: ConnectOptions,
  ask: (client: Client, workspaceId: string, workspace: WorkspaceReference) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  return ask(connection.client, workspace.id, workspace);
}
