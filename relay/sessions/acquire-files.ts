import type { CommandContext, SessionCommand } from './command.ts';
import type { Session } from './queries.ts';
import { acquireFile, type Acquired } from './writes.ts';

/** One answer for all files that the event names. */
export function acquireFiles(
  context: CommandContext,
  session: Session,
  { files }: SessionCommand,
): Acquired {
  const none: Acquired = { ok: true, session_id: session.id, reserved: [], conflicts: [] };
  return files.reduce((sum, file) => {
    const { reserved, conflicts, ...others } = acquireFile(context, session, file);
    return {
      ...{ ...sum, ...others },
      reserved: [...sum.reserved, ...reserved],
      conflicts: [...sum.conflicts, ...conflicts],
    };
  }, none);
}
