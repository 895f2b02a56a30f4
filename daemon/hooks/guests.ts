import type { ClientAdapter, HookCall } from './adapter.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import type { Payload } from './payload.ts';

/**
 * Cursor, Copilot CLI and VS Code also run the hooks that they find in Claude Code's settings, with payloads of their own.
 * Beside their own hooks that reports one call twice, so it is read as theirs: the same conversation and the same tool call,
 * which counts once (SES-5). Without their own hooks the call still counts. Only a denial is told here, because nobody
 * knows what else arrives.
 */
export function readAsGuest(
  payload: Payload | undefined,
): { readonly call: HookCall | undefined } | undefined {
  const guest = payload && guestOf(payload);
  if (guest === undefined) return undefined;
  const call = guest.read(payload);
  return { call: call && Object.assign(call, { tellable: false }) };
}

/** Claude Code itself tells no moment. */
function guestOf(payload: Payload): ClientAdapter | undefined {
  if (payload['cursor_version'] !== undefined) return cursor;
  return payload['timestamp'] === undefined ? undefined : copilot;
}
