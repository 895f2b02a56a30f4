import type { Client } from '../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../command-line/context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { connect, workspaceOf, type ConnectOptions, type WorkspaceReference } from './connect.ts';

/** What a command asks the daemon or the relay that it has found. */
type Ask<T> = (
  client: Client,
  workspaceId: string,
  workspace: WorkspaceReference,
) => Promise<T | Refusal>;

/** Connects and finds the workspace that a command is about, then asks there. */
export async function inWorkspace<T>(
  terminal: Terminal,
  options: ConnectOptions,
  ask: Ask<T>,
): Promise<T | Refusal> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  return ask(connection.client, workspace.id, workspace);
}

interface Question<T> {
  readonly ask: Ask<T>;
  /** The answer for people; `--json` prints it as it came. */
  readonly text: (answer: T, workspace: WorkspaceReference) => string;
  /** A line on stderr after the answer, for people only; undefined where there is nothing to say. */
  readonly note?: (answer: T) => string | undefined;
}

/** All that most commands do: asks as `inWorkspace` does and shows the answer. Gives 0, or what was refused. */
export function showAnswer<T extends object>(
  { terminal, output }: Context,
  options: ConnectOptions,
  { ask, text, note }: Question<T>,
): Promise<Outcome> {
  return inWorkspace(terminal, options, async (client, id, workspace) => {
    const answer = await ask(client, id, workspace);
    if (isRefusal(answer)) return answer;
    output.show(answer, () => text(answer, workspace));
    const line = note?.(answer);
    if (line !== undefined && !output.json) output.note(line);
    return 0;
  });
}
