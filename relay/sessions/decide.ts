import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { acquireFile } from './acquire-file.ts';
import { checkWrite } from './check-write.ts';
import type { CommandContext, SessionAnswer, SessionCommand } from './command.ts';
import { endSession } from './end-session.ts';
import { openSession } from './open-session.ts';

/** Decides one session command over the loaded state: changes the state, appends the events and returns the answer. */
export function decide(context: CommandContext, command: SessionCommand): SessionAnswer | Refusal {
  if (command.effect === 'end') return endSession(context, command);
  const session = openSession(context, command);
  if (isRefusal(session)) return session;
  switch (command.effect) {
    case 'start':
      return { session_id: session.id, additional_context: '' };
    case 'check':
      return checkWrite(context, session, command);
    case 'acquire':
      return acquireFile(context, session, command);
    case 'prompt':
    case 'heartbeat':
      return { ok: true, session_id: session.id };
  }
}
