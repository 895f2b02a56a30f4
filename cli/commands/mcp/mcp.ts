import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { version } from '../../../shared/version.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { findDaemon } from '../../connection/find-daemon.ts';

/** `coord mcp`: MCP over stdio, until the client closes its end. */
export async function mcp({ terminal }: Context): Promise<Outcome> {
  const { runMcp } = await import('../../../daemon/mcp/main.ts');
  const { environment, input, output } = terminal;
  const directory = environment['CLAUDE_PROJECT_DIR'] || terminal.directory;
  await runMcp({
    input,
    output,
    version,
    directory,
    conversationId: environment['CLAUDE_CODE_SESSION_ID'] || undefined,
    async findDaemon() {
      const found = await findDaemon({ directory, environment });
      return isRefusal(found) ? found : { socket: found.endpoint.socket, token: found.token };
    },
  });
  return 0;
}
