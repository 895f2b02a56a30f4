import type { ClientHooks } from '../common/client-hooks.ts';
import type { HookCall } from '../common/hook-call.ts';
import { copilotHooks } from '../copilot/hooks.ts';
import { cursorHooks } from '../cursor/hooks.ts';
import type { Payload } from '../common/payload.ts';

/**
 * Cursor, Copilot CLI and VS Code also run the hooks that they find in Claude Code's settings, with payloads of their own.
 * Such a payload is read as theirs, so that a call which their own hooks report as well counts once (SES-5). Only a denial
 * is answered here: whether the agent would see anything else is not known.
 */
export function readForeignPayload(
  payload: Payload | undefined,
): { readonly call: HookCall | undefined } | undefined {
  const foreign = payload && foreignAdapterOf(payload);
  if (foreign === undefined) return undefined;
  const call = foreign.read(payload);
  return { call: call && Object.assign(call, { canNotify: false }) };
}

/** Claude Code's own payloads have no timestamp. */
function foreignAdapterOf(payload: Payload): ClientHooks | undefined {
  if (payload['cursor_version'] !== undefined) return cursorHooks;
  return payload['timestamp'] === undefined ? undefined : copilotHooks;
}
